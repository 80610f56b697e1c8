/** A line of the audit log as a syslog message (RFC 5424), framed by its length (RFC 6587 §3.4.1, RFC 5425 §4.3). */

import { SECURITY_ACTIONS } from "../actions.ts";
import type { AuditLine } from "../audit-log.ts";

export interface SyslogSender {
  host: string;
  processId: number;
  version: string;
}

/** «log audit»; RFC 5424 §6.2.1. */
const FACILITY = 13;
const WARNING = 4;
const NOTICE = 5;

const HOST_CHARS = 255;
const MESSAGE_ID_CHARS = 32;
/** Of `sequenceId`, after which it begins at 1 again (RFC 5424 §7.3.1). */
const SEQUENCE_IDS = 2_147_483_647;

export function syslogFrame(line: AuditLine, { host, processId, version }: SyslogSender): string {
  const severity = SECURITY_ACTIONS.some((action) => action === line.action) ? WARNING : NOTICE;
  const head = [
    `<${FACILITY * 8 + severity}>1`,
    line.at,
    printable(host).slice(0, HOST_CHARS) || "-",
    "tiro",
    processId,
    printable(line.action).slice(0, MESSAGE_ID_CHARS),
    `[meta sequenceId="${((line.sequence - 1) % SEQUENCE_IDS) + 1}"][origin software="tiro" swVersion="${version}"]`,
  ];
  const message = `${head.join(" ")} ${asciiJson(line)}`;
  return `${message.length} ${message}`;
}

function printable(text: string): string {
  return text.replace(/[^!-~]/g, "");
}

/** Then nobody need know which encoding it has, and characters are octets. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
