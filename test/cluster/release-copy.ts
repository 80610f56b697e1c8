/** This clone as another release of tiro: what programs of a cluster are upgraded to. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { STARTER_PACK_ID } from "../../src/packs/builtin.ts";
import type { Json } from "../support/json.ts";

const ROOT = join(import.meta.dir, "../..");
/** Parts that may differ from this clone, and those that child processes may read, found from the path of their own sources. */
const COPIED = ["src", "native", "models"];

export class ReleaseCopy {
  readonly #folder: string;

  /** @param folder which does not exist yet. @param minor how many minor releases it is newer. */
  constructor(folder: string, minor: number) {
    this.#folder = folder;
    mkdirSync(folder);
    for (const name of readdirSync(ROOT)) {
      if (COPIED.includes(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
      else if (name !== "package.json" && name !== ".git") symlinkSync(join(ROOT, name), join(folder, name));
    }
    const [major, ofThis] = packageJson.version.split(".").map(Number);
    const version = `${major}.${(ofThis ?? 0) + minor}.0`;
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...packageJson, version }));
  }

  /** The command line without arguments. */
  get program(): string[] {
    return [process.execPath, join(this.#folder, "src/main.ts")];
  }

  /** Changes the manifest of the recognizer in its box. */
  changeStarter(changes: Json): void {
    const path = join(this.#folder, "models", STARTER_PACK_ID, "pack.json");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...changes }));
  }
}
