import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { loadConfig } from "./load.ts";

test("the key of secrets is the service's credential, where it hands one over and nothing else is named", () => {
  using folder = temporaryFolder();
  const credential = join(folder.path, "tiro-secret-key");
  const keyOf = (variables: Record<string, string>) =>
    loadConfig({ environment: { CREDENTIALS_DIRECTORY: folder.path, ...variables } }).config.secret.key_file;
  expect(keyOf({})).toBeUndefined();
  writeFileSync(credential, "");
  expect(keyOf({})).toBe(credential);
  expect(keyOf({ TIRO_SECRET_KEY_FILE: "/run/key" })).toBe("/run/key");
});
