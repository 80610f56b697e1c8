import { describe, expect, test } from "bun:test";
import { testClock, testDatabase } from "../../test/support/database.ts";
import { configSchema } from "../config/schema.ts";
import { newId } from "../lib/ids.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { billingAccount } from "../store/metering/billing-accounts.ts";
import { usageBy } from "../store/metering/usage.ts";
import { dayOf, nextDayStart, nextMonth } from "./calendar.ts";
import { createMeter } from "./meter.ts";
import { formatAmount, parseAmount, roundForPayment } from "./money.ts";
import { amountMicroUsd, billedSeconds, recordUsage, type Use } from "./usage.ts";

const meterOf = (billing: object) => createMeter(configSchema.parse({ billing }).billing);

function use(overrides: Partial<Use> = {}): Use {
  const now = testClock().nowMs;
  return {
    requestId: newId("req"),
    accountId: "usr_a",
    keyId: "key_a",
    kind: "transcription",
    audioSeconds: 3600,
    acceptedAt: now,
    createdAt: now,
    ...overrides,
  };
}

const record = (db: Db, meter: ReturnType<typeof createMeter>, overrides: Partial<Use> = {}) =>
  inTransaction(db, () => recordUsage(meter, db, use(overrides)));

describe("money", () => {
  test.each([
    ["0", 0, "0.00"],
    ["0.39", 390_000, "0.39"],
    ["0.490000", 490_000, "0.49"],
    ["0.000001", 1, "0.000001"],
    ["12.5", 12_500_000, "12.50"],
    ["200", 200_000_000, "200.00"],
    ["9999.999999", 9_999_999_999, "9999.999999"],
  ])("%s is %p millionths and reads %s", (text, micro, shown) => {
    expect(parseAmount(text)).toBe(micro);
    expect(formatAmount(micro)).toBe(shown);
  });

  test.each([
    [0, "USD", 0],
    [4_999, "USD", 0],
    [5_000, "USD", 10_000],
    [14_999, "EUR", 10_000],
    [199_999_999, "CHF", 200_000_000],
    [499_999, "JPY", 0],
    [500_000, "JPY", 1_000_000],
    [1_499, "KWD", 1_000],
  ])("%p millionths of 1 %s are paid as %p", (exact, currency, payment) => {
    expect(roundForPayment(exact, currency)).toBe(payment);
  });
});

describe("a line's amount", () => {
  test.each([
    // 10 s at 0.39: 1083.33; at 0.49: 1361.11.
    [10, 390_000, 1_083],
    [10, 490_000, 1_361],
    // Exactly half a micro-USD goes up, a little less goes down.
    [1, 1_800, 1],
    [1, 1_799, 0],
    [3_600, 390_000, 390_000],
    [14_400, 9_999_999_999, 39_999_999_996],
    [0, 490_000, 0],
  ])("%p s at %p an hour is %p", (seconds, price, amount) => {
    expect(amountMicroUsd(seconds, price)).toBe(amount);
  });

  test("is exact for every length, at odd prices", () => {
    for (const price of [1, 389_999, 390_000, 490_000, 9_999_999_999]) {
      for (let seconds = 0; seconds <= 14_400; seconds += 7) {
        const exact = (2n * BigInt(seconds) * BigInt(price) + 3600n) / 7200n;
        expect(BigInt(amountMicroUsd(seconds, price))).toBe(exact);
      }
    }
  });

  test.each([
    [0, 10],
    [1, 10],
    [10, 10],
    [11, 11],
  ])("%p s are billed as %p", (seconds, billed) => {
    expect(billedSeconds(seconds)).toBe(billed);
  });
});

describe("the price book", () => {
  const prices = [
    { kind: "dictation", usd_per_hour: "0.60", valid_from: "2026-12-01" },
    { kind: "dictation", usd_per_hour: "0.49" },
    { kind: "transcription", usd_per_hour: "0.39" },
    { kind: "dictation", usd_per_hour: "0.55", valid_from: "2026-11-25" },
  ];

  test.each([
    ["0001-01-01", 490_000],
    ["2026-11-24", 490_000],
    ["2026-11-25", 550_000],
    ["2026-11-30", 550_000],
    ["2026-12-01", 600_000],
    ["9999-12-31", 600_000],
  ])("on %s dictation costs %p", (day, price) => {
    const meter = meterOf({ prices });
    expect(meter.priceMicroUsd("dictation", day)).toBe(price);
    expect(meter.priceMicroUsd("transcription", day)).toBe(390_000);
  });

  test("the price is that of the day on which the request was accepted, in the time zone of the site", () => {
    using store = testDatabase();
    const midnight = Date.UTC(2026, 10, 30, 23);
    const meter = meterOf({ prices, time_zone: "Europe/Zurich", free_usd: "0" });
    const price = (acceptedAt: number) => {
      record(store.db, meter, { kind: "dictation", acceptedAt, createdAt: midnight + 3600_000 });
      const [day] = usageBy(store.db, "day", { accountId: null, since: null, until: null });
      return [day?.day, day?.amountMicroUsd];
    };
    expect(price(midnight - 1)).toEqual(["2026-12-01", 550_000]);
    expect(price(midnight)).toEqual(["2026-12-01", 550_000 + 600_000]);
  });
});

describe("free usage", () => {
  test("is taken from the first lines, the last of them in part, and counts for each account", () => {
    using store = testDatabase();
    const meter = meterOf({});
    for (let hour = 0; hour < 4; hour++) record(store.db, meter);
    record(store.db, meter, { accountId: "usr_b" });
    expect(usageBy(store.db, "account", { accountId: null, since: null, until: null })).toMatchObject([
      { accountId: "usr_a", requests: 4, amountMicroUsd: 1_560_000, freeMicroUsd: 1_000_000 },
      { accountId: "usr_b", requests: 1, amountMicroUsd: 390_000, freeMicroUsd: 390_000 },
    ]);
    expect(billingAccount(store.db, "usr_a")).toMatchObject({
      freeMicroUsd: 1_000_000,
      openMicroUsd: 560_000,
    });
  });

  test("a smaller grant takes nothing back", () => {
    using store = testDatabase();
    record(store.db, meterOf({}));
    record(store.db, meterOf({ free_usd: "0.10" }));
    expect(billingAccount(store.db, "usr_a")).toMatchObject({ freeMicroUsd: 390_000, openMicroUsd: 390_000 });
  });
});

describe("the ledger", () => {
  test("takes a request once, and only within the transaction of its result", () => {
    using store = testDatabase();
    const meter = meterOf({});
    const line = use();
    inTransaction(store.db, () => recordUsage(meter, store.db, line));
    expect(() => inTransaction(store.db, () => recordUsage(meter, store.db, line))).toThrow();
    expect(() => recordUsage(meter, store.db, use())).toThrow("outside the transaction");
    expect(billingAccount(store.db, "usr_a").freeMicroUsd).toBe(390_000);
  });

  test.each([
    ["UPDATE usage SET amount_micro_usd = 1"],
    ["UPDATE usage SET free_micro_usd = 0"],
    ["UPDATE usage SET account_id = 'usr_b'"],
    ["UPDATE usage SET day = '2020-01-01'"],
    ["DELETE FROM usage"],
    ["INSERT OR REPLACE INTO usage SELECT * FROM usage"],
  ])("the database itself refuses: %s", (sql) => {
    using store = testDatabase();
    record(store.db, meterOf({}));
    expect(() => store.db.exec(sql)).toThrow();
  });

  test("sums by account, key and day, within days", () => {
    using store = testDatabase();
    const meter = meterOf({});
    const [first, second] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21)];
    record(store.db, meter, { createdAt: first });
    record(store.db, meter, { createdAt: second, keyId: "key_b" });
    record(store.db, meter, { createdAt: second, accountId: "usr_b" });
    const all = { accountId: null, since: null, until: null };
    const requests = (rows: { requests: number }[]) => rows.map((row) => row.requests);
    expect(requests(usageBy(store.db, "account", all))).toEqual([2, 1]);
    expect(requests(usageBy(store.db, "key", all))).toEqual([1, 1, 1]);
    expect(requests(usageBy(store.db, "day", all))).toEqual([1, 2]);
    expect(requests(usageBy(store.db, "day", { ...all, since: "2026-11-21" }))).toEqual([2]);
    expect(requests(usageBy(store.db, "day", { ...all, until: "2026-11-21" }))).toEqual([1]);
    expect(requests(usageBy(store.db, "day", { ...all, accountId: "usr_b" }))).toEqual([1]);
  });
});

describe("days", () => {
  test.each([
    // Midnight does not exist in São Paulo on this day; the day begins at one.
    ["2018-11-04", "America/Sao_Paulo", Date.UTC(2018, 10, 4, 3)],
    // Samoa went without the 30th.
    ["2011-12-31", "Pacific/Apia", Date.UTC(2011, 11, 30, 10)],
    ["2026-10-25", "Europe/Zurich", Date.UTC(2026, 9, 24, 22)],
    ["2026-10-26", "Europe/Zurich", Date.UTC(2026, 9, 25, 23)],
    ["2026-01-01", "Asia/Kathmandu", Date.UTC(2025, 11, 31, 18, 15)],
  ])("%s begins in %s at the right instant", (day, timeZone, startMs) => {
    expect(dayOf(startMs, timeZone)).toBe(day);
    expect(dayOf(startMs - 1, timeZone) < day).toBe(true);
    expect(nextDayStart(startMs - 1, timeZone)).toBe(startMs);
  });

  test("months follow each other over the end of the year", () => {
    expect([nextMonth("2026-11"), nextMonth("2026-12")]).toEqual(["2026-12", "2027-01"]);
  });
});
