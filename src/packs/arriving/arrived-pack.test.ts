import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { arrivedPack } from "./arrived-pack.ts";

test("only a folder in the one where packs arrive is taken for a pack", () => {
  using folder = temporaryFolder();
  const arriving = join(folder.path, ".arriving");
  for (const name of ["installed-1", ".arriving/whole-1", ".arriving/.upload-1"])
    mkdirSync(join(folder.path, name), { recursive: true });
  symlinkSync(join(folder.path, "installed-1"), join(arriving, "link-1"));
  writeFileSync(join(arriving, "file-1"), "");
  expect(arrivedPack(arriving, join(arriving, "whole-1"))).toBe(join(arriving, "whole-1"));
  const refused = [
    "../installed-1",
    "link-1",
    "file-1",
    ".upload-1",
    "none-1",
    "whole-1/../../installed-1",
    "",
  ];
  for (const name of refused)
    expect(() => arrivedPack(arriving, `${arriving}/${name}`)).toThrow("could not be unpacked");
  expect(() => arrivedPack(arriving, join(folder.path, "installed-1"))).toThrow("could not be unpacked");
});
