import { isKnownError, OperatorError } from "../lib/errors.ts";
import { createLogger, type LogFields, type LogFormat } from "../lib/logger.ts";
import { EXIT } from "./exit-codes.ts";

/** Of this process. */
let format: LogFormat = "text";

/** @param wanted `json` where a program reads failures beside a server's log. */
export function reportFailuresAs(wanted: LogFormat): void {
  format = wanted;
}

/** Says on standard error what went wrong and what to do, and makes the process end with 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = EXIT.failed;
  if (format === "json") {
    createLogger("error").error("server_failed", fieldsOf(error));
    return;
  }
  if (isKnownError(error)) {
    const code = error instanceof OperatorError ? ` [${error.code}]` : "";
    process.stderr.write(`tiro: ${error.message}${code}\n`);
    if (error.extras.hint) process.stderr.write(`      ${error.extras.hint}\n`);
    return;
  }
  const refused = refusedPath(error);
  if (refused !== null) {
    process.stderr.write(`tiro: this user may not reach ${refused} [not_permitted]\n`);
    process.stderr.write("      Call tiro as the owner of the data folder, or as root: sudo tiro …\n");
    return;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`tiro: unexpected failure\n${text}\n`);
}

/** For what no command caught: Bun itself would print pieces of the program. */
export function endUnexpectedly(error: unknown): never {
  reportFailure(error);
  process.exit();
}

/** What the file system refused to this user; null for every other fault. */
function refusedPath(error: unknown): string | null {
  const { code, path } = error as NodeJS.ErrnoException;
  return (code === "EACCES" || code === "EPERM") && path !== undefined ? path : null;
}

function fieldsOf(error: unknown): LogFields {
  if (isKnownError(error)) return { code: error.code, message: error.message, hint: error.extras.hint };
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}
