/**
 * The newest lines of the log in two files of the data folder, for who has to find a fault afterwards: not every site
 * keeps what tiro writes to standard error.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";

const FOLDER = "log";
const [NEWER, OLDER] = ["recent.jsonl", "earlier.jsonl"];

export class RecentLog {
  readonly #folder: string;
  #pending: string[] = [];

  /** Writes once a second, and when the process ends. */
  constructor(dataDir: string) {
    this.#folder = join(dataDir, FOLDER);
    setInterval(() => this.flush(), limits.recentLogEveryMs).unref();
    process.on("exit", () => this.flush());
  }

  /** What `createLogger` takes: each line goes to `write` too. */
  besides(write: (line: string) => void): (line: string) => void {
    return (line) => {
      write(line);
      this.#pending.push(line);
      if (this.#pending.length > limits.recentLogPendingLines) this.#pending.shift();
    };
  }

  flush(): void {
    if (this.#pending.length === 0) return;
    const lines = this.#pending.join("");
    try {
      this.#write(lines);
      this.#pending = [];
    } catch {
      // The folder is not there yet, or its disk is full, which the log reports: the next write tries again.
    }
  }

  #write(lines: string): void {
    const file = join(this.#folder, NEWER);
    // Not with its parents: a data folder that is gone stays gone.
    if (!existsSync(this.#folder)) mkdirSync(this.#folder, { mode: 0o700 });
    appendFileSync(file, lines, { mode: 0o600 });
    if (statSync(file).size > limits.recentLogBytes) renameSync(file, join(this.#folder, OLDER));
  }
}

/** Oldest first; none if no server has run. */
export function recentLogLines(dataDir: string): string[] {
  return [OLDER, NEWER]
    .map((name) => join(dataDir, FOLDER, name))
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => line !== "");
}
