/**
 * Commands of tiro that a running server calls beside itself, with its own configuration and data folder: what an
 * administrator sees in the browser is what the command line says.
 */
import { limits } from "../config/limits.ts";
import { runOwnChild } from "../lib/own-child.ts";

export interface OwnCommandSite {
  /** The file that the server was started with; null if there is none. */
  configFile: string | null;
  dataDir: string;
}

export class OwnCommands {
  readonly #site: OwnCommandSite;
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(site: OwnCommandSite) {
    this.#site = site;
  }

  /**
   * Two who ask for the same at once get one answer.
   * @param words such as `doctor`, and options.
   * @returns what it prints with `--json`.
   */
  run(words: readonly string[]): Promise<unknown> {
    const name = words.join(" ");
    const running =
      this.#running.get(name) ?? this.#start(words).finally(() => void this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  async #start(words: readonly string[]): Promise<unknown> {
    const { configFile, dataDir } = this.#site;
    const site = ["--json", "--data", dataDir, ...(configFile === null ? [] : ["--config", configFile])];
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(limits.ownCommandMs)]);
    const mostBytes = limits.ownChildOutputBytes;
    const { exitCode, output, problem } = await runOwnChild([...words, ...site], { signal, mostBytes });
    // One that finds something wrong says so with its status, and prints it all the same.
    if (output === "") throw new Error(`tiro ${words.join(" ")} ended with ${exitCode}: ${problem}`);
    return JSON.parse(output);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running.values());
  }
}
