/**
 * The announcements of a server at its start, besides its log: in words for people, or, where programs read the log, as events
 * too, so that every line of a start reads alike.
 */
import type { FirstRun } from "../../accounts/onboarding/first-run.ts";
import { createLogger, type LogFields, type LogFormat } from "../../lib/logger.ts";
import { printLine } from "../support/output.ts";

type FormatSetting = LogFormat | "auto";

/** Of standard error. */
export function logFormat(setting: FormatSetting): LogFormat {
  if (setting !== "auto") return setting;
  return process.stderr.isTTY ? "text" : "json";
}

export class Announcements {
  readonly #format: LogFormat;
  readonly #events = createLogger("info", (line) => void process.stdout.write(line));

  /** If either stream is a terminal, a person reads it. */
  constructor(setting: FormatSetting) {
    this.#format = setting === "auto" && process.stdout.isTTY ? "text" : logFormat(setting);
  }

  /** @param keep writes the secrets to a file, if nobody watches a terminal, and says which. */
  created({ administrator, key, setupUrl }: FirstRun, keep: (secrets: string) => string): void {
    const secrets = `API key: ${key.key}\nOne-time set-up link for the administrator, valid for a day: ${setupUrl}\n`;
    const shows = this.#format === "text" && process.stdout.isTTY;
    const file = shows ? undefined : keep(secrets);
    const { id, email } = administrator;
    this.#say("first_run", { administrator: id, email, file }, [
      `Created the administrator ${email} (${id}).`,
      shows ? `Shown only once:\n${secrets}` : `First API key and set-up link: ${file}`,
    ]);
  }

  listening(url: string): void {
    const [api, manual, health] = [`${url}/v1`, `${url}/docs`, `${url}/health`];
    this.#say("listening", { api, manual, health }, [
      `API:    ${api}`,
      `Manual: ${manual}`,
      `Health: ${health}`,
    ]);
  }

  /** The log says it too; a person at a terminal may not see it pass there. */
  warning(fault: string): void {
    if (this.#format === "text") printLine(`\nWARNING: ${fault}\n`);
  }

  #say(event: string, fields: LogFields, words: readonly string[]): void {
    if (this.#format === "json") this.#events.info(event, fields);
    else for (const line of words) printLine(line);
  }
}
