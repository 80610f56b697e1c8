/** A pack in a file, as administrators have it, and a recording that keeps it in use for a while. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { MIB } from "../../src/lib/units.ts";
import { installPack } from "../support/packs.ts";
import { tar } from "./tar.ts";

export const DRILL_PACK = { id: "trial-it", name: "trial-it@1.0.0", folder: "trial-it-1.0.0" };

/** A pack whose further weights no recognizer needs. */
export function packDrillArchive(folder: string, archive: string, mib: number): void {
  mkdirSync(folder);
  installPack(folder, DRILL_PACK.id, ["it"]);
  const place = join(folder, DRILL_PACK.folder);
  const weights = join(place, "more.weights");
  writeFileSync(weights, "");
  const block = Buffer.alloc(MIB, "weights that nobody reads. ");
  const file = openSync(weights, "a");
  const sum = new Bun.CryptoHasher("sha256");
  for (let written = 0; written < mib; written++) {
    writeSync(file, block);
    sum.update(block);
  }
  closeSync(file);
  const manifest = JSON.parse(readFileSync(join(place, "pack.json"), "utf8"));
  const more = { path: "more.weights", bytes: mib * MIB, sha256: sum.digest("hex") };
  writeFileSync(join(place, "pack.json"), JSON.stringify({ ...manifest, external_data: [more] }));
  packUp(place, archive);
}

/** File by file, because all of it might not fit into memory. */
function packUp(place: string, archive: string): void {
  const out = openSync(archive, "w");
  for (const name of readdirSync(place)) {
    const { size } = statSync(join(place, name));
    writeSync(out, tar([{ name: `trial/${name}`, claimedBytes: size }], { end: false }));
    const file = openSync(join(place, name), "r");
    const block = Buffer.alloc(MIB);
    for (let read = readSync(file, block); read > 0; read = readSync(file, block))
      writeSync(out, block, 0, read);
    closeSync(file);
    writeSync(out, Buffer.alloc((512 - (size % 512)) % 512));
  }
  writeSync(out, Buffer.alloc(1024));
  closeSync(out);
}

/** Five minutes of what the check recording says, over and over. */
export function longRecording(): Buffer {
  const wav = readFileSync(join(import.meta.dir, "../../models/starter-en/check.wav"));
  const samples = wav.subarray(44);
  const all = Buffer.concat(Array.from({ length: 80 }, () => samples));
  const head = Buffer.from(wav.subarray(0, 44));
  head.writeUInt32LE(36 + all.length, 4);
  head.writeUInt32LE(all.length, 40);
  return Buffer.concat([head, all]);
}
