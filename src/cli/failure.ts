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
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`tiro: unexpected failure\n${text}\n`);
}

/** For what no command caught: Bun itself would print pieces of the program. */
export function endUnexpectedly(error: unknown): never {
  reportFailure(error);
  process.exit();
}

function fieldsOf(error: unknown): LogFields {
  if (isKnownError(error)) return { code: error.code, message: error.message, hint: error.extras.hint };
  if (error instanceof Error) return { message: error.message, stack: error.stack };
  return { message: String(error) };
}
