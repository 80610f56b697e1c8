/**
 * One JSON object a line on standard error. Callers pass identifiers, counts and durations:
 * never audio, recognized text, credentials or uploaded file names.
 */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/** @param write receives one finished line, line feed included; standard error unless told otherwise. */
export function createLogger(level: LogLevel, write: (line: string) => void = toStandardError): Logger {
  const log =
    (rank: Exclude<LogLevel, "silent">) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[rank] < RANK[level]) return;
      const rest = JSON.stringify(fields).slice(1);
      const comma = rest === "}" ? "" : ",";
      write(
        `{"time":"${new Date().toISOString()}","level":"${rank}","event":${JSON.stringify(event)}${comma}${rest}\n`,
      );
    };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

export const silentLogger: Logger = createLogger("silent");

export function toStandardError(line: string): void {
  process.stderr.write(line);
}
