import { expect, test } from "bun:test";
import { reloadDrill } from "../support/reload-drill.ts";

const RELOADS = 25;

test("certificates are replaced under load: no call breaks, and next to no connection is refused", async () => {
  const report = await reloadDrill(RELOADS);
  expect(report.broken).toEqual([]);
  expect(report.refused).toBeLessThan(RELOADS);
  expect(report.answered).toBeGreaterThan(RELOADS);
}, 300_000);
