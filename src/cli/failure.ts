import { resolve } from "node:path";
import { deniedAt } from "../lib/denied.ts";
import { isKnownError, OperatorError } from "../lib/errors.ts";
import { createLogger, type LogFields, type LogFormat } from "../lib/logger.ts";
import { terminalText } from "../lib/visible-json.ts";
import { EXIT } from "./exit-codes.ts";

const REMEDY =
  "Call tiro as the owner of the data folder or as root (sudo tiro …), or give the service's user access.";

/** Of this process. */
let format: LogFormat = "text";

/** @param wanted `json` if a program reads failures beside a server's log. */
export function reportFailuresAs(wanted: LogFormat): void {
  format = wanted;
}

/** Says on standard error what went wrong and what to do, and makes the process end with 1. */
export function reportFailure(failure: unknown): void {
  process.exitCode = EXIT.failed;
  const error = refusal(failure) ?? failure;
  if (format === "json") {
    createLogger("error").error("server_failed", fieldsOf(error));
    return;
  }
  if (isKnownError(error)) {
    const code = error instanceof OperatorError ? ` [${error.code}]` : "";
    say(`tiro: ${error.message}${code}`);
    if (error.extras.hint) say(`      ${error.extras.hint}`);
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(`tiro: unexpected failure\n${text}`);
}

function say(text: string): void {
  process.stderr.write(`${terminalText(text)}\n`);
}

/** For what no command caught: Bun itself would print pieces of the program. */
export function endUnexpectedly(error: unknown): never {
  reportFailure(error);
  process.exit();
}

/** The file system's refusal to this user, in words; null for every other fault. */
function refusal(error: unknown): OperatorError | null {
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (isKnownError(error) || (code !== "EACCES" && code !== "EPERM") || path === undefined) return null;
  return new OperatorError("not_permitted", `this user may not reach ${path}`, {
    cause: error,
    hint: `${deniedAt(resolve(path))} is closed to it. ${REMEDY}`,
  });
}

function fieldsOf(error: unknown): LogFields {
  if (isKnownError(error)) return { code: error.code, message: error.message, hint: error.extras.hint };
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}
