import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { withNewFile } from "./new-file.ts";

test("a file is kept if the work says so, and is its user's alone", () => {
  using folder = temporaryFolder();
  const [kept, left] = ["kept", "left"].map((name) => join(folder.path, name)) as [string, string];
  expect(withNewFile(kept, (write) => ({ result: write("text"), keep: true }))).toBeUndefined();
  withNewFile(left, (write) => ({ result: write("text"), keep: false }));
  expect([readFileSync(kept, "utf8"), statSync(kept).mode & 0o777, existsSync(left)]).toEqual([
    "text",
    0o600,
    false,
  ]);
});

test("a file that is there, or cannot be, is refused before the work", () => {
  using folder = temporaryFolder();
  const never = () => {
    throw new Error("worked");
  };
  const path = join(folder.path, "there");
  withNewFile(path, (write) => ({ result: write("mine"), keep: true }));
  expect(() => withNewFile(path, never)).toThrow(`${path} exists already.`);
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(() => withNewFile(join(folder.path, "none", "file"), never)).toThrow("cannot be written (ENOENT");
});
