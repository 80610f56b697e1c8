import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signIn } from "../../test/support/accounts.ts";
import { temporaryFolder, testBinding } from "../../test/support/database.ts";
import { programUnderTest } from "../../test/support/program.ts";
import { systemClock } from "../lib/clock.ts";
import { isId } from "../lib/ids.ts";
import { silentLogger } from "../lib/logger.ts";
import { openDatabase } from "../store/open-database.ts";

interface Run {
  code: number;
  stdout: string;
  stderr: string;
  /** Standard output of a `--json` command. */
  json: () => Record<string, unknown>;
}

/** A folder without a database yet, and `tiro` on it as a program of its own. */
function setUp() {
  const folder = temporaryFolder();
  const dataDir = join(folder.path, "data");
  const tiro = (...args: string[]) => runTiro([...args, "--data", dataDir]);
  return { folder: folder.path, dataDir, tiro, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function runTiro(args: string[], environment: Record<string, string> = {}): Run {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...programUnderTest(), ...args], {
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  const text = stdout.toString();
  return { code: exitCode, stdout: text, stderr: stderr.toString(), json: () => JSON.parse(text) };
}

function added(run: Run): Run {
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
  return run;
}

describe("tiro users and tiro keys", () => {
  test("add a person, make a key that works, list and revoke it, while a server has the database open", async () => {
    using site = setUp();
    const user = added(
      site.tiro("users", "add", "--email", "ada@example.com", "--name", "Ada", "--json"),
    ).json();
    expect(isId("usr", String(user.id))).toBe(true);
    const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
    const deps = { db, clock: systemClock, logger: silentLogger, keyPrefixes: ["tiro_"] };

    const created = added(
      site.tiro(
        "keys",
        "create",
        "--user",
        "ADA@example.com",
        "--name",
        "laptop",
        "--json",
        "--expires",
        "30",
      ),
    ).json();
    expect(Object.keys(created).slice(0, 2)).toEqual(["id", "key"]);
    expect((await signIn(deps, `Bearer ${created.key}`)).userId).toBe(String(user.id));

    const [listed] = added(
      site.tiro("keys", "list", "--user", String(user.id), "--json"),
    ).json() as unknown as [Record<string, unknown>];
    const { key, ...withoutSecret } = created;
    expect(listed).toEqual({ ...withoutSecret, account_name: "Ada", last_used_at: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(String(key));

    expect(added(site.tiro("keys", "revoke", String(created.id))).stdout).toBe(
      `Revoked ${created.id} (laptop).\n`,
    );
    await expect(signIn(deps, `Bearer ${created.key}`)).rejects.toThrow("revoked");
    expect(added(site.tiro("keys", "list")).stdout).toMatch(
      / laptop +usr_\w+ +Ada +read,write +….{4} +revoked /,
    );
    db.close();
  });

  test("a key has the scopes and the life that were asked for or are allowed, and so has the one after it", () => {
    using site = setUp();
    const file = join(site.folder, "tiro.toml");
    writeFileSync(file, "[auth]\nkey_days = 30\n");
    added(site.tiro("users", "add", "--email", "a@b.c", "--name", "A"));
    const create = ["keys", "create", "--user", "a@b.c", "--name", "k", "--scope", "read", "--config", file];
    const made = added(site.tiro(...create, "--json")).json();
    const days = (from: unknown, to: unknown) =>
      (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000;
    expect([made.scopes, days(made.created_at, made.expires_at)]).toEqual([["read"], 30]);
    expect(site.tiro(...create, "--expires", "31").stderr).toContain("1 to 30 whole days");

    const next = added(site.tiro("keys", "rotate", String(made.id), "--overlap", "12h", "--json")).json();
    expect(next).toMatchObject({ name: "k", scopes: ["read"], state: "active" });
    const [old] = added(site.tiro("keys", "list", "--json")).json() as unknown as Record<string, unknown>[];
    expect(old).toMatchObject({ id: made.id, replaced_by: next.id });
    expect(days(next.created_at, old?.expires_at)).toBeCloseTo(0.5, 3);
    const last = added(site.tiro("keys", "rotate", String(next.id), "--overlap", "0")).stdout;
    expect(last).toMatch(/^tiro_[\w-]{43}\n\nCopy the key now.* The old key, key_\w+, ends 20/);
    expect(site.tiro("keys", "rotate", String(next.id)).stderr).toContain("took its place");
  });

  test("people read aligned tables, and a full key that is shown this once", () => {
    using site = setUp();
    added(site.tiro("users", "add", "--email", "a@example.com", "--name", "王小明", "--plan", "team"));
    added(site.tiro("users", "add", "--email", "someone@example.com", "--name", "Bo"));
    const lines = added(site.tiro("users", "list")).stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    const planColumns = lines.map((line) => Bun.stringWidth(line.slice(0, line.search(/PLAN|team|free/))));
    expect(new Set(planColumns).size).toBe(1);
    expect(added(site.tiro("keys", "list")).stdout).toBe("No keys yet.\n");
    const made = added(site.tiro("keys", "create", "--user", "a@example.com", "--name", "k")).stdout;
    expect(made).toMatch(/^tiro_[\w-]{43}\n\nCopy the key now/);
  });

  test("the folder may come from a file or a variable, the prefix from the file", () => {
    using site = setUp();
    const file = join(site.folder, "tiro.toml");
    writeFileSync(file, `[data]\ndir = ${JSON.stringify(site.dataDir)}\n[auth]\nkey_prefixes = ["acme_"]\n`);
    added(runTiro(["users", "add", "--email", "a@b.c", "--name", "A", "--config", file]));
    const environment = { TIRO_CONFIG: file };
    const made = added(runTiro(["keys", "create", "--user", "a@b.c", "--name", "k", "--json"], environment));
    expect(String(made.json().key)).toStartWith("acme_");
    expect(added(runTiro(["users", "list"], { TIRO_DATA: site.dataDir })).stdout).toContain("a@b.c");
  });

  test("times are in the zone of TZ with its offset, in UTC on demand, and always in JSON", () => {
    using site = setUp();
    added(site.tiro("users", "add", "--email", "a@b.c", "--name", "A"));
    const list = (...flags: string[]) => {
      const environment = { TIRO_DATA: site.dataDir, TZ: "Asia/Tokyo" };
      return added(runTiro(["users", "list", ...flags], environment)).stdout;
    };
    expect(list()).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+09:00$/m);
    expect(list("--utc")).toMatch(/ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
    expect(list("--json")).toMatch(/"created_at": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
  });

  const failures: [args: string[], code: number, stderr: string[]][] = [
    [["keys", "create", "--user", "no@b.c", "--name", "k"], 1, ["No such user: no@b.c.", "tiro users list"]],
    [["keys", "revoke", "key_0"], 1, ["No such key: key_0.", "tiro keys list"]],
    [["keys", "create", "--user", "a@b.c", "--name", " "], 1, ["name must have 1 to 100"]],
    [["keys", "create", "--user", "a@b.c", "--name", "k", "--expires", "0"], 1, ["1 to 3650 whole days"]],
    [["users", "add", "--email", "A@B.C", "--name", "x"], 1, ["already exists"]],
    [["users", "add", "--email", "nonsense", "--name", "x"], 1, ["ada@example.com"]],
    [["users", "list", "--config", "/nowhere.toml"], 1, ["/nowhere.toml cannot be read", "config/tiro.toml"]],
    [["keys", "create", "--user", "a@b.c", "--name", "k", "--expires", "soon"], 2, ["whole number"]],
    [["keys", "create", "--user", "a@b.c", "--name", "k", "--scope", "admin"], 2, ["read, write"]],
    [["keys", "rotate", "key_0"], 1, ["No such key: key_0."]],
    [["keys", "rotate", "key_0", "--overlap", "91d"], 1, ["at most 90 days"]],
    [["keys", "rotate", "key_0", "--overlap", "week"], 2, ["7d, 12h, 30m or 0"]],
    [["keys", "create", "--name", "k"], 1, ["either a person or an organization", "--org NAME"]],
    [["users", "add", "--email", "x@b.c", "--name", "x", "--plan", "gold"], 2, ["enterprise"]],
    [["users", "list", "--nonsense"], 2, ["unknown option"]],
    [["keys", "revoke"], 2, ["missing required argument"]],
  ];
  test("say what is wrong and what to do on standard error, with exit code 1, or 2 for usage", () => {
    using site = setUp();
    added(site.tiro("users", "add", "--email", "a@b.c", "--name", "A"));
    for (const [args, code, stderr] of failures) {
      const run = site.tiro(...args);
      expect({ args, code: run.code, stdout: run.stdout }).toEqual({ args, code, stdout: "" });
      for (const text of stderr) expect(run.stderr).toContain(text);
    }
  });

  test("a mistyped folder does not become a new installation", () => {
    using site = setUp();
    for (const args of [
      ["users", "list"],
      ["keys", "list"],
      ["keys", "create", "--user", "a@b.c", "--name", "k"],
    ]) {
      const run = site.tiro(...args);
      expect(run.code).toBe(1);
      expect(run.stderr).toContain("--data DIR");
    }
    expect(existsSync(site.dataDir)).toBe(false);
  });
});
