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
export function createLogger(
  level: LogLevel,
  write: (line: string, rank: number) => void = toStandardError,
): Logger {
  const log =
    (rank: Exclude<LogLevel, "silent">) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[rank] < RANK[level]) return;
      const rest = JSON.stringify(fields).slice(1);
      const comma = rest === "}" ? "" : ",";
      write(
        `{"time":"${isoTime()}","level":"${rank}","event":${JSON.stringify(event)}${comma}${rest}\n`,
        RANK[rank],
      );
    };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

let isoTimeMs = 0;
let isoTimeText = "";

/** Now. Under load there are many lines in a millisecond, and writing a time down takes as long as writing a line. */
function isoTime(): string {
  const date = new Date();
  if (date.getTime() !== isoTimeMs) {
    isoTimeMs = date.getTime();
    isoTimeText = date.toISOString();
  }
  return isoTimeText;
}

export const silentLogger: Logger = createLogger("silent");

/** Ordinary lines leave together so often: under load a write for each costs more than all else about a small request. */
const GATHER_MS = 10;

let waiting = "";

/** A warning or an error leaves at once, with the lines before it; so does everything when the process ends. */
function toStandardError(line: string, rank: number): void {
  if (waiting === "") setTimeout(flush, GATHER_MS).unref();
  waiting += line;
  if (rank >= RANK.warn) flush();
}

function flush(): void {
  const lines = waiting;
  waiting = "";
  if (lines !== "") process.stderr.write(lines);
}

process.on("exit", flush);
