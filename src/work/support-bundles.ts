/** What `tiro support-bundle` collects, made for an administrator's browser. Nothing of it stays on the disk. */
import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OwnCommands } from "./own-commands.ts";

export class SupportBundles {
  readonly #commands: OwnCommands;
  readonly #folder: string;
  #running: Promise<Uint8Array> | null = null;

  /** @param folder where it lies while it is made; files that a kill leaves there are removed at the next start. */
  constructor(commands: OwnCommands, folder: string) {
    this.#commands = commands;
    this.#folder = folder;
  }

  /** Two who ask at once get the same. */
  make(): Promise<Uint8Array> {
    this.#running ??= this.#make().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #make(): Promise<Uint8Array> {
    const file = join(this.#folder, `support-${randomUUID()}.tar`);
    try {
      await this.#commands.run(["support-bundle", file, "--no-recognition"]);
      return await readFile(file);
    } finally {
      await rm(file, { force: true });
    }
  }
}
