/** A server and commands whose database is damaged say so, and what to do; nobody has to read a stack. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { damage } from "../support/damage.ts";
import { tiroSite } from "../support/tiro.ts";

test.each([
  ["secret_key", ["serve", "--listen", "127.0.0.1:0"]],
  ["users", ["users", "list"]],
])("with a damaged table %s", (table, command) => {
  using site = tiroSite();
  site.json("users", "add", "--email", "ada@example.org", "--name", "Ada");
  damage(join(site.dataDir, "tiro.db"), table);
  const { code, stdout, stderr } = site.run(...command);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("restore the last backup");
  expect(stderr).not.toContain(".ts:");
});
