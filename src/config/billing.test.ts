import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { TiroError } from "../lib/errors.ts";
import { loadConfig } from "./load.ts";

function loadToml(toml: string) {
  using folder = temporaryFolder();
  const file = join(folder.path, "tiro.toml");
  writeFileSync(file, toml);
  return loadConfig({ file, environment: {} }).config;
}

test("tables and lists of tables are read from the file, and from variables as JSON", () => {
  const prices = [
    { kind: "dictation", usd_per_hour: "0.60", valid_from: "2027-01-01" },
    { kind: "dictation", usd_per_hour: "0.49" },
    { kind: "transcription", usd_per_hour: "0.39" },
  ];
  const plans = { free: { requests_per_minute: 60, storage_bytes: "unlimited" } };
  const expected = { billing: { prices }, limits: { plans } };
  const environment = {
    TIRO_BILLING_PRICES: JSON.stringify(prices),
    TIRO_LIMITS_PLANS: JSON.stringify(plans),
  };
  expect(loadConfig({ environment }).config).toMatchObject(expected);
  const toml = `
    [[billing.prices]]
    kind = "dictation"
    usd_per_hour = "0.60"
    valid_from = "2027-01-01"
    [[billing.prices]]
    kind = "dictation"
    usd_per_hour = "0.49"
    [[billing.prices]]
    kind = "transcription"
    usd_per_hour = "0.39"
    [limits.plans.free]
    requests_per_minute = 60
    storage_bytes = "unlimited"`;
  expect(loadToml(toml)).toMatchObject(expected);
});

describe("what cannot be meant is refused", () => {
  const priced = (...prices: string[]) => `[billing]\nprices = [ ${prices.join(", ")} ]`;
  const DICTATION = '{ kind = "dictation", usd_per_hour = "0.49" }';
  const TRANSCRIPTION = '{ kind = "transcription", usd_per_hour = "0.39" }';
  const dated = (date: string) => DICTATION.replace(" }", `, valid_from = "${date}" }`);

  test.each([
    [
      "a kind without a price from the beginning",
      priced(dated("2027-01-01"), TRANSCRIPTION),
      "billing.prices",
      "needs one price of dictation without valid_from",
    ],
    [
      "two prices from the beginning",
      priced(DICTATION, TRANSCRIPTION, DICTATION),
      "billing.prices",
      "two prices of dictation without valid_from",
    ],
    [
      "two prices from one day",
      priced(DICTATION, TRANSCRIPTION, dated("2027-01-01"), dated("2027-01-01")),
      "billing.prices",
      "two prices of dictation from 2027-01-01",
    ],
    [
      "a day that does not exist",
      priced(DICTATION, TRANSCRIPTION, dated("2027-02-29")),
      "billing.prices",
      'has the date "2027-02-29"',
    ],
    [
      "a price that is a number",
      priced('{ kind = "dictation", usd_per_hour = 0.49 }', TRANSCRIPTION),
      "billing.prices",
      "a table with kind, usd_per_hour, valid_from",
    ],
    [
      "an amount past its bound",
      '[billing]\ninvoice_usd = "10000"',
      "billing.invoice_usd",
      "an amount below 10000 as text",
    ],
    [
      "an unknown time zone",
      '[billing]\ntime_zone = "Europe/Atlantis"',
      "billing.time_zone",
      "is no time zone",
    ],
    [
      "a limit of a plan that does not exist",
      "[limits.plans.gold]\nstored_jobs = 1",
      "limits.plans",
      "must be a table",
    ],
    ["a limit that does not exist", "[limits.plans.free]\nstored_job = 1", "limits.plans", "must be a table"],
  ])("prices are refused with %s", (_, toml, param, message) => {
    try {
      loadToml(toml);
    } catch (error) {
      if (!(error instanceof TiroError)) throw error;
      expect(error.extras.issues).toMatchObject([{ param, message: expect.stringContaining(message) }]);
      return;
    }
    throw new Error("the configuration was accepted");
  });
});
