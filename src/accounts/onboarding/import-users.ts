/** Many people at once: all of them, or nobody where a line cannot be taken. */
import { TiroError } from "../../lib/errors.ts";
import type { CsvRow, LineFault } from "../../lib/read-csv.ts";
import { inTransaction } from "../../store/db.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { type User, userByEmail } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { addMember } from "../organizations/members.ts";
import { findOrganization } from "../organizations/organizations.ts";
import { addUser } from "../people/users.ts";

/** What a table of people may tell. */
export const IMPORT_COLUMNS = {
  email: "required",
  name: "required",
  plan: "optional",
  organization: "optional",
  role: "optional",
} as const;

export type ImportRow = CsvRow<keyof typeof IMPORT_COLUMNS>;

export interface ImportedPerson {
  line: number;
  userId: string;
  email: string;
  name: string;
  /** New; or known and new in the organization; or all of it was so before. */
  outcome: "added" | "joined" | "unchanged";
  /** For somebody new, where links were asked for. */
  setup: { url: string; expiresAt: number } | null;
}

export interface ImportOptions {
  /** Makes a link for somebody new; null: none are made. */
  makeLink: ((user: User) => { url: string; expiresAt: number }) | null;
  /** Does all of it, and then takes it back. */
  dryRun: boolean;
}

/**
 * Adds who is not there yet, and makes members of those whose line names an organization. Of somebody who has an
 * account neither name nor plan nor role changes: the same table can be imported again with lines added to it.
 */
export function importUsers(
  deps: ChangeDeps,
  rows: readonly ImportRow[],
  { makeLink, dryRun }: ImportOptions,
): { people: ImportedPerson[]; faults: LineFault[] } {
  const people: ImportedPerson[] = [];
  const faults: LineFault[] = [];
  const seen = new Map<string, number>();
  try {
    inTransaction(deps.db, () => {
      for (const row of rows) {
        try {
          // A part of its own: what a faulty line began is undone.
          people.push(inTransaction(deps.db, () => importRow(deps, row, seen, makeLink)));
        } catch (error) {
          if (!(error instanceof TiroError) || error.code !== "invalid_request") throw error;
          faults.push({ line: row.line, message: error.message });
        }
      }
      if (dryRun || faults.length > 0) throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return { people, faults };
}

class Undone extends Error {}

function importRow(
  deps: ChangeDeps,
  { line, values }: ImportRow,
  seen: Map<string, number>,
  makeLink: ImportOptions["makeLink"],
): ImportedPerson {
  const { db } = deps;
  const { email, name, plan, organization, role } = values;
  const before = seen.get(`${email.toLowerCase()} ${organization}`);
  if (before !== undefined)
    throw new TiroError("invalid_request", `${email} stands on line ${before} already.`);
  seen.set(`${email.toLowerCase()} ${organization}`, line);
  if (role !== "" && organization === "")
    throw new TiroError("invalid_request", "A role needs an organization.", { param: "role" });
  const known = userByEmail(db, email);
  const user = known ?? addUser(deps, { email, name, plan: plan || undefined });
  const { id } = organization === "" ? { id: null } : findOrganization(db, organization);
  const joins = id !== null && memberOf(db, id, user.id) === null;
  if (joins) addMember(deps, id, user.id, role || "member");
  const outcome = known === null ? "added" : joins ? "joined" : "unchanged";
  const setup = known === null && makeLink !== null ? makeLink(user) : null;
  return { line, userId: user.id, email: user.email, name: user.name ?? "", outcome, setup };
}
