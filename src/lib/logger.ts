import { visibleJson } from "./visible-json.ts";

/**
 * One JSON object a line on standard error, or text for people. Callers pass identifiers, counts and durations:
 * never audio, recognized text, credentials or uploaded file names.
 */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";
export type LogFormat = "json" | "text";
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export interface Logger {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

/**
 * @param level from which on lines are written; asked for with each line, where it may change.
 * @param write receives one finished line of JSON, line feed included; standard error by default.
 */
export function createLogger(
  level: LogLevel | (() => LogLevel),
  write: (line: string) => void = toStandardError,
): Logger {
  const least = typeof level === "function" ? level : () => level;
  const log =
    (severity: Exclude<LogLevel, "silent">) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[severity] < RANK[least()]) return;
      const rest = visibleJson(fields).slice(1);
      const comma = rest === "}" ? "" : ",";
      write(
        `{"time":"${new Date().toISOString()}","level":"${severity}","event":${visibleJson(event)}${comma}${rest}\n`,
      );
    };
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

export const silentLogger: Logger = createLogger("silent");

export function toStandardError(line: string): void {
  process.stderr.write(line);
}

const LEVEL_COLUMNS = 5;
/** Text that needs no quotes to be distinguished from the text around it. */
const PLAIN = /^[^\s"=\\\p{Cc}\p{Cf}]+$/u;

/** A line as people read it: `2026-11-22 04:25:39.716Z warn  disk_low bytes=1 hint="Free some space."` */
export function asText(line: string): string {
  const { time, level, event, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const told = Object.entries(fields).map(([name, value]) => `${plain(name)}=${plain(String(value))}`);
  const head = [String(time).replace("T", " "), String(level).padEnd(LEVEL_COLUMNS), plain(String(event))];
  return `${[...head, ...told].join(" ")}\n`;
}

/** Quoted text has no line feeds and moves no cursor. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text;
  return visibleJson(text);
}
