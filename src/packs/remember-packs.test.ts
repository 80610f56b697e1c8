import { expect, test } from "bun:test";
import { cpSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { builtinPackFolder } from "./builtin.ts";
import { loadPack } from "./load-pack.ts";
import { rememberPacks } from "./remember-packs.ts";

test("a pack is read once, and again once anything of it is another", () => {
  using folder = temporaryFolder();
  const pack = join(folder.path, "pack");
  cpSync(builtinPackFolder(folder.path, "starter-punctuation-en"), pack, { recursive: true });
  let reads = 0;
  const load = rememberPacks((folder) => {
    reads += 1;
    return loadPack(folder);
  });
  const first = load(pack);
  for (let looks = 0; looks < 3; looks += 1) expect(load(pack)).toBe(first);
  expect(reads).toBe(1);

  const identities = [first.identity];
  const isReadAgain = () => {
    const read = load(pack);
    expect(load(pack)).toBe(read);
    identities.push(read.identity);
    expect([new Set(identities).size, reads]).toEqual([identities.length, identities.length]);
  };
  utimesSync(join(pack, "model.onnx"), 1, 1);
  isReadAgain();
  const manifest = join(pack, "pack.json");
  writeFileSync(manifest, JSON.stringify({ ...first.manifest, version: "9.9.9" }));
  isReadAgain();
  expect(load(pack).name).toBe("starter-punctuation-en@9.9.9");
  renameSync(pack, `${pack}-old`);
  cpSync(`${pack}-old`, pack, { recursive: true });
  isReadAgain();

  // One that cannot be used is looked at each time.
  rmSync(join(pack, "model.onnx"));
  for (let looks = 0; looks < 2; looks += 1) expect(() => load(pack)).toThrow();
  expect(reads).toBe(identities.length + 2);
});
