/** The audit log as a file, oldest first, read in steps as its reader takes it: nobody waits for it meanwhile. */
import { setTimeout } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { csv } from "../../lib/csv.ts";
import { visibleJson } from "../../lib/visible-json.ts";
import { type AuditRow, type AuditSearch, auditHead, findAuditRows } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import { type AuditLine, toLine } from "./audit-log.ts";

export const AUDIT_FORMATS = ["csv", "jsonl"] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export interface AuditExport {
  format: AuditFormat;
  /** Which lines; all of them keep the hashes that chain them. */
  search: AuditSearch;
  /** Of an account, key or app. */
  nameOf: (id: string) => string | null | undefined;
}

const COLUMNS = [
  "line",
  "time",
  "actor",
  "actor_name",
  "credential",
  "address",
  "action",
  "target",
  "target_name",
  "details",
  "previous_hash",
  "hash",
];

/** The lines written so far; later lines are left out. */
export function exportedAudit(
  db: Db,
  { format, search, nameOf }: AuditExport,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const last = auditHead(db)?.sequence ?? 0;
  const encoder = new TextEncoder();
  let next = 1;
  const write = (rows: AuditRow[]) => {
    const lines = rows.map(toLine);
    if (format === "csv") return csv(lines.map((line) => cellsOf(line, nameOf)));
    return lines.map((line) => `${visibleJson(line)}\n`).join("");
  };
  return new ReadableStream({
    start(controller) {
      if (format === "csv") controller.enqueue(encoder.encode(csv([COLUMNS])));
    },
    async pull(controller) {
      // A pull that brings nothing would be the last one.
      let text = "";
      while (text === "" && next <= last) {
        const before = Math.min(last + 1, next + limits.auditLinesExportedAtOnce);
        const window = { from: next, before, limit: limits.auditLinesExportedAtOnce };
        text = write(findAuditRows(db, search, window).reverse());
        next = before;
        await setTimeout(limits.searchRestMs);
      }
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (next > last) controller.close();
    },
  });
}

function cellsOf(line: AuditLine, nameOf: AuditExport["nameOf"]): (string | number)[] {
  const { sequence, at, actor, credential, address, action, target, details } = line;
  return [
    ...[sequence, at, actor, nameOf(actor) ?? "", credential ?? "", address ?? ""],
    ...[action, target, nameOf(target) ?? "", canonicalJson(details), line.previous_hash, line.hash],
  ];
}
