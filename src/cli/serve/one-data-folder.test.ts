import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { loadConfig } from "../../config/load.ts";
import { requireOneDataFolder } from "./one-data-folder.ts";

test.each([
  ["the file alone", '[data]\ndir = "/one"', {}, {}, null],
  ["the same in both", '[data]\ndir = "/one"', { data: "/one" }, {}, null],
  ["a flag, and a file without one", "", { data: "/two" }, {}, null],
  ["a flag that says something else", '[data]\ndir = "/one"', { data: "/two" }, {}, "--data says /two"],
  ["a variable", '[data]\ndir = "/one"', {}, { TIRO_DATA: "/two" }, "TIRO_DATA says /two"],
  ["systemd's folder, which only stands in", '[data]\ndir = "/one"', {}, { STATE_DIRECTORY: "/two" }, null],
])("%s", (_, toml, flags, environment, refused) => {
  using folder = temporaryFolder();
  const file = join(folder.path, "tiro.toml");
  writeFileSync(file, toml);
  const loaded = loadConfig({ file, flags, environment });
  if (refused === null) return requireOneDataFolder(loaded);
  expect(() => requireOneDataFolder(loaded)).toThrow(
    expect.objectContaining({ extras: expect.objectContaining({ hint: expect.stringContaining(refused) }) }),
  );
});
