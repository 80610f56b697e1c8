import { describe, expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TEST_ACTOR, testBinding } from "../../test/support/database.ts";
import { wordsOfMoney } from "../../test/support/money-words.ts";
import { tiroSite } from "../../test/support/tiro.ts";
import { createKey } from "../accounts/credentials/api-keys.ts";
import { addOrganization } from "../accounts/organizations/organizations.ts";
import { addUser } from "../accounts/people/users.ts";
import { configSchema } from "../config/schema.ts";
import { systemClock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { DAY_MS } from "../lib/units.ts";
import { createMeter } from "../metering/meter.ts";
import { recordUsage } from "../metering/usage.ts";
import { inTransaction } from "../store/db.ts";
import { openDatabase } from "../store/open-database.ts";

const OLD_MS = systemClock.now() - 60 * DAY_MS;

/** A site where Ada and her company dictated for three hours each, two months ago, and the company again today. */
function setUp() {
  const site = tiroSite();
  const db = openDatabase({ dataDir: site.dataDir, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR, keyPrefixes: ["tiro_"] };
  const ada = addUser(deps, { email: "ada@example.com", name: "Ada" });
  const acme = addOrganization(deps, { name: "Acme", plan: "team", owner: ada });
  const meter = createMeter(configSchema.parse({}).billing);
  const use = (account: { id: string }, atMs: number) => {
    const { id: keyId } = createKey(deps, account, { name: "desk" });
    const line = { requestId: newId("req"), accountId: account.id, keyId, kind: "dictation" } as const;
    const times = { acceptedAt: atMs, createdAt: atMs };
    inTransaction(db, () => recordUsage(meter, db, { ...line, ...times, audioSeconds: 3 * 3600 }));
  };
  use(ada, OLD_MS);
  use(acme, OLD_MS);
  use(acme, systemClock.now());
  db.close();
  return { ...site, ada, acme };
}

const CHARGED = 470_000;

describe("tiro usage and tiro invoices", () => {
  test("from usage to the paid invoice", () => {
    using site = setUp();
    expect(site.json("usage", "--account", "Acme")).toEqual([
      {
        account_id: site.acme.id,
        account_name: "Acme",
        requests: 2,
        audio_seconds: 21_600,
        billed_seconds: 21_600,
        amount_micro_usd: 2_940_000,
        free_micro_usd: 1_000_000,
        charged_micro_usd: 1_940_000,
        currency: "USD",
      },
    ]);
    expect(site.json("usage", "--by", "key")).toHaveLength(3);
    expect(site.json("usage", "--by", "key", "--account", "Acme")).toMatchObject([
      { account_name: "Acme", key_name: "desk" },
      { account_name: "Acme", key_name: "desk" },
    ]);
    expect(site.run("usage").stdout).toMatch(new RegExp(`${site.ada.id} +Ada +1 `));
    const today = new Date(systemClock.now()).toISOString().slice(0, 10);
    expect(site.json("usage", "--by", "day", "--until", today)).toMatchObject([{ requests: 2 }]);
    expect(site.run("usage", "--since", today).stdout).toContain("1.47");
    const old = new Date(OLD_MS).toISOString().slice(0, 7);
    expect(site.json("usage", "--by", "month")).toMatchObject([{ month: old, requests: 2 }, { requests: 1 }]);
    expect(site.run("usage", "--by", "month", "--until", today, "--csv").stdout).toBe(
      `month,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency\r\n${old},2,21600,21600,2.94,2.00,0.94,USD\r\n`,
    );
    expect(site.run("usage", "--org", "Acme", "--by", "month", "--until", today, "--csv").stdout).toBe(
      `month,source,requests,audio_seconds,billed_seconds,amount_usd,free_usd,charged_usd,currency\r\n${old},organization,1,10800,10800,1.47,1.00,0.47,USD\r\n`,
    );
    expect(site.json("usage", "--org", "Acme", "--until", today)).toMatchObject([
      { user_id: null, name: null, source: "organization", charged_micro_usd: 470_000 },
    ]);
    expect(site.run("usage", "--org", "Acme").stdout).toMatch(/^MEMBER +EMAIL +NAME +SOURCE .*\nnobody /);

    const made = site.json("invoices", "close");
    expect(made).toMatchObject([{ total_micro_usd: CHARGED }, { total_micro_usd: CHARGED }]);
    expect(site.run("invoices", "close").stdout).toBe("Nothing to invoice.\n");
    expect(site.json("invoices", "list")).toMatchObject([
      { number: "INV-000001", state: "issued" },
      { number: "INV-000002", state: "issued" },
      { object: "open_usage", state: "open", account_id: site.acme.id, total_micro_usd: 1_470_000 },
    ]);
    const [{ number }] = site.json("invoices", "list", "--account", site.ada.email);
    expect(site.run("invoices", "show", number).stdout).toContain("ada@example.com");
    expect(site.run("invoices", "mark-paid", number).stdout).toBe(`${number} is paid.\n`);
    expect(site.json("invoices", "show", number).state).toBe("paid");
    const arranged = site.json("invoices", "arrange", "Acme").payment_arranged_at;
    expect(arranged).toStartWith(today.slice(0, 4));
    expect(site.json("invoices", "arrange", "Acme", "--withdraw").payment_arranged_at).toBeNull();
    expect(
      site
        .json("audit", "list")
        .map(({ action }: { action: string }) => action)
        .slice(-3),
    ).toEqual(["invoice.paid", "payment.arranged", "payment.withdrawn"]);
  });

  test("exports for programs and for people", () => {
    using site = setUp();
    site.run("invoices", "close");
    const file = join(site.dataDir, "invoices.csv");
    site.run("invoices", "export", "--format", "csv", "--output", file);
    expect(readFileSync(file, "utf8").split("\r\n")).toHaveLength(4);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(site.run("invoices", "export", "1", "--format", "html").stdout).toStartWith("<!doctype html>");
    expect(site.json("invoices", "export", "--account", "Acme")).toMatchObject([{ account_name: "Acme" }]);
  });

  const failures: [args: string[], code: number, stderr: string][] = [
    [["usage", "--account", "Nobody"], 1, "No such organization: Nobody."],
    [["usage", "--by", "year"], 2, "Allowed choices are account, key, day, month, member"],
    [["usage", "--by", "member"], 1, "without --org, --by is one of account, key, day, month"],
    [["usage", "--org", "Acme", "--by", "key"], 1, "with --org, --by is one of member, month"],
    [["usage", "--org", "Acme", "--account", "Acme"], 2, "cannot be used with"],
    [["usage", "--since", "2026-02-30"], 2, "YYYY-MM-DD"],
    [["invoices", "show", "INV-000009"], 1, "No such invoice: INV-000009."],
    [["invoices", "export", "--format", "html"], 1, "A page holds one invoice."],
    [["limits", "set", "Acme", "speed", "1"], 1, "There is no limit speed"],
    [["limits", "set", "Acme", "stored_jobs", "unlimited"], 1, "stored_jobs cannot be unlimited."],
  ];
  test("say what is wrong", () => {
    using site = setUp();
    for (const [args, code, stderr] of failures) {
      const run = site.run(...args);
      expect({ args, code: run.code, stdout: run.stdout }).toEqual({ args, code, stdout: "" });
      expect(run.stderr).toContain(stderr);
    }
  });
});

describe("tiro limits", () => {
  test("shows, sets and clears", () => {
    using site = setUp();
    const jobs = (rows: { name: string }[]) => rows.find(({ name }) => name === "stored_jobs");
    expect(jobs(site.json("limits", "show", site.ada.id))).toMatchObject({ value: 1_000, source: "default" });
    expect(jobs(site.json("limits", "set", "Acme", "stored-jobs", "7"))).toMatchObject({
      value: 7,
      source: "account",
    });
    expect(site.run("limits", "clear", "Acme", "stored_jobs").stdout).toMatch(/stored_jobs +1000 +default/);
  });
});

test("with billing off, commands know usage and no money", () => {
  using site = setUp();
  const config = join(site.dataDir, "off.toml");
  writeFileSync(config, '[billing]\nmode = "off"\n');
  const off = (...args: string[]) => site.run(...args, "--config", config);
  const said = [
    ["usage"],
    ["usage", "--by", "key", "--json"],
    ["usage", "--by", "month", "--csv"],
    ["usage", "--org", "Acme", "--csv"],
    ["usage", "--org", "Acme", "--by", "month", "--json"],
    ["report", "--format", "html"],
    ["limits", "show", "Acme"],
    ["orgs", "list"],
    ["audit", "list"],
  ].map((args) => [args.join(" "), off(...args)] as const);
  for (const [command, { code, stdout, stderr }] of said)
    expect([command, code, wordsOfMoney(stdout + stderr)]).toEqual([command, 0, []]);
  expect(said[0]?.[1].stdout).toContain("10800");
  for (const args of [
    ["close"],
    ["list"],
    ["show", "1"],
    ["export"],
    ["mark-paid", "1"],
    ["arrange", "Acme"],
  ]) {
    const { code, stdout, stderr } = off("invoices", ...args);
    expect([args[0], code === 0, stdout, stderr]).toEqual([
      args[0],
      false,
      "",
      expect.stringContaining("Billing is off"),
    ]);
  }
});

test("amounts are in the installation's currency, and an invoice stays in its own", () => {
  using site = setUp();
  const config = join(site.dataDir, "yen.toml");
  writeFileSync(config, '[billing]\ncurrency = "JPY"\ninvoice_usd = "1"\n');
  const old = site.json("invoices", "close");
  expect(old).toMatchObject([
    { currency: "USD", amount_due_usd: "0.47" },
    { currency: "USD", amount_due_usd: "0.47" },
  ]);
  const made = JSON.parse(site.run("invoices", "close", "--json", "--config", config).stdout);
  expect(made).toMatchObject([{ currency: "JPY", total_micro_usd: 1_470_000, amount_due_usd: "1.00" }]);
  expect(site.run("invoices", "list", "--config", config).stdout).toMatch(/0\.47 USD[\s\S]*1\.47 JPY/);
  const [invoice] = made;
  const page = site.run("invoices", "export", invoice.number, "--format", "html", "--config", config).stdout;
  expect(page.replaceAll("\u00a0", " ")).toMatch(/JPY 1\.470000[\s\S]*JPY 1</);
  expect(site.run("usage", "--csv", "--by", "month", "--config", config).stdout).toContain(",JPY\r\n");
  expect(site.run("usage", "--config", config).stdout).toContain("JPY");
  const wrong = site.run("usage", "--config", writeWrong(site.dataDir));
  expect(wrong.stderr).toContain("billing.currency");
});

function writeWrong(folder: string): string {
  const config = join(folder, "wrong.toml");
  writeFileSync(config, '[billing]\ncurrency = "XAB"\n');
  return config;
}
