import { describe, expect, test } from "bun:test";
import Database from "better-sqlite3";
import { testBinding } from "../../test/support/database.ts";
import { tiroSite } from "../../test/support/tiro.ts";

/** Two people and an organization of the first. */
function setUp() {
  const site = tiroSite();
  const [ada, bo] = ["ada", "bo"].map((name) =>
    site.json("users", "add", "--email", `${name}@x.test`, "--name", name),
  );
  const acme = site.json("orgs", "add", "--name", "Acme", "--owner", "ada@x.test");
  return { ...site, ada, bo, acme };
}

describe("the command line", () => {
  test("changes people", () => {
    using site = setUp();
    expect(site.json("users", "set-plan", "BO@x.test", "max")).toMatchObject({ id: site.bo.id, plan: "max" });
    expect(site.json("users", "set-privacy", site.bo.id, "on")).toMatchObject({ privacy_mode: true });
    expect(site.json("users", "disable", "bo@x.test").disabled_at).toEqual(expect.any(String));
    expect(site.run("users", "enable", "bo@x.test").stdout).toBe(
      `bo@x.test (${site.bo.id}): plan max, active, privacy mode on.\n`,
    );
    expect(site.json("users", "show", "bo@x.test")).toMatchObject({
      plan: "max",
      disabled_at: null,
      keys: 0,
    });
    expect(site.run("users", "show", "bo@x.test").stdout).toMatch(/^plan +max$/m);
    const link = site.json("users", "setup-link", "--user", "bo@x.test", "--url", "https://tiro.x.test/");
    expect(link).toEqual({
      user_id: site.bo.id,
      url: expect.stringMatching(/^https:\/\/tiro\.x\.test\/setup\/[\w-]{43}$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const moved = ["--user", "bo@x.test", "--email", "bo.new@x.test"];
    site.json("users", "setup-link", ...moved);
    expect(site.json("users", "show", site.bo.id)).toMatchObject({ email: "bo.new@x.test" });
    expect(site.run("users", "setup-link", "--user", "bo.new@x.test", "--email", "bo").stderr).toContain(
      "e-mail address",
    );
    site.json("users", "setup-link", "--user", "bo.new@x.test", "--email", "bo@x.test");
    expect(site.run("users", "setup-link")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--user EMAIL"),
    });
  });

  test("changes organizations, their policies and members", () => {
    using site = setUp();
    const { json, run } = site;
    expect(json("orgs", "policy", "acme")).toEqual({
      zero_retention: false,
      history_allowed: true,
      retention_days: null,
      allowed_languages: null,
      history_scope: "own",
      content_review: "none",
      key_days: null,
      key_networks: null,
      second_step_required: false,
      own_usage_reported: false,
    });
    const policy = [
      "--zero-retention",
      "on",
      "--history",
      "off",
      "--retention-days",
      "30",
      "--languages",
      "en, de",
      "--history-scope",
      "all",
      ...["--content-review", "owners"],
      ...["--key-days", "90", "--key-networks", "192.0.2.0/24, 2001:db8::/32"],
      ...["--second-step", "on", "--own-usage", "on"],
    ];
    const set = {
      zero_retention: true,
      history_allowed: false,
      retention_days: 30,
      allowed_languages: ["en", "de"],
      history_scope: "all",
      content_review: "owners",
      key_days: 90,
      key_networks: ["192.0.2.0/24", "2001:db8::/32"],
      second_step_required: true,
      own_usage_reported: true,
    };
    expect(json("orgs", "policy", "acme", ...policy)).toEqual({
      ...set,
      ended_keys: 0,
      removed: { job_results: 0, answers: 0, recognitions: 0, recordings: 0 },
      left: { unfinished_jobs: 0, sessions: 0 },
      reclaimed: true,
    });
    expect(json("orgs", "policy", "acme", "--retention-days", "none", "--languages", "none")).toEqual({
      ...set,
      retention_days: null,
      allowed_languages: null,
    });
    expect(json("orgs", "set-plan", "Acme", "enterprise").plan).toBe("enterprise");
    expect(json("orgs", "members", "add", "Acme", "--user", "bo@x.test")).toMatchObject({ role: "member" });
    expect(json("orgs", "members", "role", "Acme", "--user", site.bo.id, "--role", "owner").role).toBe(
      "owner",
    );
    expect(json("orgs", "members", "remove", "Acme", "--user", "ada@x.test").user_id).toBe(site.ada.id);
    expect(json("orgs", "members", "list", "Acme")).toMatchObject([
      { email: "bo@x.test", role: "owner", state: "active" },
    ]);
    expect(run("orgs", "members", "remove", "Acme", "--user", "bo@x.test")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("last owner"),
    });
    const { url } = json("orgs", "invite", "Acme", "--email", "new@x.test", "--role", "admin");
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:8420\/invitation\/[\w-]{43}$/);
    expect(json("orgs", "invitations", "list", "Acme")).toMatchObject([
      { email: "new@x.test", role: "admin" },
    ]);
    expect(json("orgs", "invitations", "revoke", "Acme", "--email", "new@x.test")).toMatchObject({
      revoked: true,
    });
    expect(json("orgs", "disable", "Acme").disabled_at).toEqual(expect.any(String));
    expect(json("orgs", "enable", site.acme.id).disabled_at).toBeNull();
    expect(json("orgs", "list")).toMatchObject([{ name: "Acme", plan: "enterprise", zero_retention: true }]);
    expect(json("orgs", "show", "Acme").members).toBe(1);
    const key = json("keys", "create", "--org", "Acme", "--name", "k");
    expect(key).toMatchObject({ account_id: site.acme.id, user_id: null });
    expect(json("keys", "list", "--org", "acme")).toHaveLength(1);
    expect(json("keys", "list", "--user", "bo@x.test")).toEqual([]);
  });

  test("writes each change down under the real user, and tells where the log was broken", () => {
    using site = setUp();
    const lines = site.json("audit", "list");
    expect(lines.map(({ action }: { action: string }) => action)).toEqual([
      "user.added",
      "user.added",
      "organization.added",
    ]);
    // Not the variable USER, which anybody can set.
    for (const line of lines)
      expect(line).toMatchObject({ actor: "operator", credential: expect.not.stringContaining("mallory") });
    expect(site.json("audit", "list", "--target", site.acme.id, "--limit", "5")).toHaveLength(1);
    const { head } = site.json("audit", "verify");
    expect(head).toMatch(/^3:[0-9a-f]{64}$/);
    expect(site.run("audit", "verify").stdout).toBe(`The audit log is intact: 3 entries. Head: ${head}\n`);
    const exported = site
      .run("audit", "export")
      .stdout.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(exported).toEqual(lines);

    const db = new Database(`${site.dataDir}/tiro.db`, { nativeBinding: testBinding() });
    db.exec("DROP TRIGGER audit_log_keeps_lines; UPDATE audit_log SET actor = 'nobody' WHERE sequence = 2");
    db.close();
    const broken = site.run("audit", "verify", "--json");
    expect(JSON.parse(broken.stdout)).toEqual({ intact: false, line: 2, problem: "The line was changed." });
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("broken at line 2")]);
  });

  const failures: [args: string[], code: number, stderr: string][] = [
    [["orgs", "add", "--name", "ACME", "--owner", "ada@x.test"], 1, "already exists"],
    [["orgs", "add", "--name", "B", "--owner", "no@x.test"], 1, "No such user: no@x.test"],
    [["orgs", "show", "nobody"], 1, "tiro orgs list"],
    [["orgs", "policy", "acme", "--zero-retention", "perhaps"], 2, "on or off"],
    [["orgs", "policy", "acme", "--retention-days", "0"], 1, "1 to 3650"],
    [["orgs", "policy", "acme", "--languages", "en,xx"], 1, "no language xx"],
    [["orgs", "policy", "acme", "--history-scope", "some"], 2, "own, all"],
    [["orgs", "members", "role", "acme", "--user", "ada@x.test"], 2, "--role"],
    [
      ["orgs", "members", "add", "acme", "--user", "bo@x.test", "--role", "king"],
      2,
      "owner, admin, auditor, billing, member",
    ],
    [["orgs", "invite", "acme", "--email", "a@b.c", "--url", "ftp://x"], 2, "https://HOST"],
    [["users", "set-plan", "bo@x.test", "gold"], 1, "no plan gold"],
    [["users", "disable", "nobody"], 1, "tiro users list"],
    [
      ["keys", "create", "--user", "bo@x.test", "--org", "acme", "--name", "k"],
      1,
      "either a person or an organization",
    ],
    [["audit", "verify", "--expect", "x"], 1, "SEQUENCE:HASH"],
    [["audit", "list", "--limit", "many"], 2, "whole number"],
  ];
  test("says what is wrong, with exit code 1, or 2 for usage", () => {
    using site = setUp();
    for (const [args, code, stderr] of failures) {
      const run = site.run(...args);
      expect({ args, code: run.code, stdout: run.stdout }).toEqual({ args, code, stdout: "" });
      expect(run.stderr).toContain(stderr);
    }
  });
});
