import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tiroSite } from "../../test/support/tiro.ts";

/** Ada, her company, and a table of people. */
function setUp(...lines: string[]) {
  const site = tiroSite();
  site.json("users", "add", "--email", "ada@x.test", "--name", "Ada");
  site.json("orgs", "add", "--name", "Acme", "--owner", "ada@x.test");
  const beside = (name: string) => join(site.dataDir, "..", name);
  const table = beside("people.csv");
  const save = (...lines: string[]) => writeFileSync(table, `${lines.join("\r\n")}\r\n`);
  save(...lines);
  const people = () => site.json("users", "list").map(({ email }: { email: string }) => email);
  const members = () =>
    site
      .json("orgs", "members", "list", "Acme")
      .map(({ email, role }: Record<string, string>) => [email, role]);
  return { ...site, table, save, beside, people, members };
}

test("adds people and makes them members, with links to write to them; again, it changes nothing", () => {
  using site = setUp(
    "email;name;plan;organization;role",
    "ADA@x.test;Somebody else;max;Acme;member",
    "bo@x.test;Bo Müller;pro;Acme;auditor",
    "cy@x.test;Cy;;;",
  );
  const dry = site.json("users", "import", site.table, "--dry-run");
  expect(dry).toMatchObject({ done: false, added: 2, joined: 0, unchanged: 1, faults: [] });
  expect(dry.people[1]).toEqual({ line: 3, user_id: null, email: "bo@x.test", outcome: "added" });
  expect(site.people()).toEqual(["ada@x.test"]);

  const links = site.beside("links.csv");
  const made = site.json(
    "users",
    "import",
    site.table,
    "--setup-links",
    links,
    "--url",
    "https://tiro.x.test",
  );
  expect(made).toMatchObject({ done: true, added: 2, unchanged: 1 });
  expect(site.people().sort()).toEqual(["ada@x.test", "bo@x.test", "cy@x.test"]);
  expect(site.json("users", "show", "ada@x.test")).toMatchObject({ name: "Ada", plan: "free" });
  expect(site.json("users", "show", "bo@x.test")).toMatchObject({ name: "Bo Müller", plan: "pro" });
  expect(site.members()).toEqual([
    ["ada@x.test", "owner"],
    ["bo@x.test", "auditor"],
  ]);
  const written = readFileSync(links, "utf8").split("\r\n");
  expect(written[0]).toBe("email,name,url,expires_at");
  expect(written[1]).toMatch(/^bo@x\.test,Bo Müller,https:\/\/tiro\.x\.test\/setup\/[\w-]{43},\d{4}-.*Z$/);
  expect(written).toHaveLength(4);
  expect(statSync(links).mode & 0o777).toBe(0o600);

  const again = site.run("users", "import", site.table, "--org", "Acme");
  expect(again).toMatchObject({
    code: 0,
    stdout: "Added 0 people; 1 joined the organization; 2 unchanged.\n",
  });
  expect(site.members().at(-1)).toEqual(["cy@x.test", "member"]);
  expect(site.run("audit", "verify").code).toBe(0);
});

test("links for everybody without a password are one file, and hold as long as the setting says", () => {
  using site = setUp("email;name;plan;organization;role", "bo@x.test;Bo;;Acme;member", "cy@x.test;Cy;;;");
  site.json("users", "import", site.table);
  const [config, links] = [site.beside("tiro.toml"), site.beside("links.csv")];
  writeFileSync(config, "[auth]\nsetup_link_hours = 2\n");
  const command = ["users", "setup-links", links, "--org", "Acme", "--url", "https://tiro.x.test"];
  const beganMs = Date.now();
  expect(site.json(...command, "--config", config)).toEqual({ people: 2, file: links });
  const [, ...rows] = readFileSync(links, "utf8").trimEnd().split("\r\n");
  expect(rows.map((row) => row.split(",")[0]).sort()).toEqual(["ada@x.test", "bo@x.test"]);
  for (const row of rows) {
    const [, , url, expiresAt = ""] = row.split(",");
    expect(url).toMatch(/^https:\/\/tiro\.x\.test\/setup\/[\w-]{43}$/);
    const validMs = Date.parse(expiresAt) - 2 * 3600_000;
    expect([validMs >= beganMs - 1_000, validMs <= Date.now()]).toEqual([true, true]);
  }
  expect(statSync(links).mode & 0o777).toBe(0o600);
  expect(site.run(...command).code).not.toBe(0);
});

test("nobody, where a line is wrong: each is told with its number", () => {
  using site = setUp(
    "email,name,plan,organization,role",
    "bo@x.test,Bo,,,",
    "nonsense,Nobody,,,",
    "cy@x.test,Cy,gold,,",
    "dee@x.test,,,,",
    "eve@x.test,Eve,,Nowhere,",
    "fay@x.test,Fay,,Acme,king",
    "gus@x.test,Gus,,,admin",
    "hal@x.test,Hal",
    "BO@x.test,Bo again,,,",
  );
  const links = site.beside("links.csv");
  const run = site.run("users", "import", site.table, "--setup-links", links);
  expect(run.code).toBe(1);
  expect(run.stdout).toContain("Nothing was imported: 8 lines are wrong");
  expect(
    run.stderr
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/\.$/, "")),
  ).toEqual([
    expect.stringContaining("line 3: This is not an e-mail address"),
    expect.stringContaining("line 4: There is no plan gold"),
    expect.stringContaining("line 5: The name must have"),
    expect.stringContaining("line 6: No such organization: Nowhere"),
    expect.stringContaining("line 7: There is no role king"),
    expect.stringContaining("line 8: A role needs an organization"),
    expect.stringContaining("line 9: The line has 2 cells"),
    expect.stringContaining("line 10: BO@x.test is on line 2 already"),
  ]);
  expect(site.people()).toEqual(["ada@x.test"]);
  expect(existsSync(links)).toBe(false);
  const { done, faults } = JSON.parse(site.run("users", "import", site.table, "--json").stdout);
  expect([done, faults.length]).toEqual([false, 8]);
});

test("a file that is none is told", () => {
  using site = setUp("email,name", "bo@x.test,Bo");
  const latin = site.beside("latin.csv");
  writeFileSync(latin, Buffer.from("email,name\nbo@x.test,M\xfcller\n", "latin1"));
  writeFileSync(site.beside("taken.csv"), "mine");
  const cases: [args: string[], told: string][] = [
    [[site.beside("nowhere.csv")], "cannot be read"],
    [[latin], "not text in UTF-8"],
    [[site.table, "--org", "Nowhere"], "No such organization: Nowhere"],
    [[site.table, "--setup-links", site.beside("taken.csv")], "exist"],
  ];
  for (const [args, told] of cases) {
    const { code, stderr } = site.run("users", "import", ...args);
    expect([args, code, stderr]).toEqual([args, 1, expect.stringContaining(told)]);
  }
  expect(site.people()).toEqual(["ada@x.test"]);
  expect(readFileSync(site.beside("taken.csv"), "utf8")).toBe("mine");
});
