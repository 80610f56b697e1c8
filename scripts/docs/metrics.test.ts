import { expect, test } from "bun:test";
import { histograms, readFailures, readMetrics } from "../../src/telemetry/metrics/all.ts";
import { monitoringPage } from "./metrics.ts";

const all = [...readMetrics, ...histograms, readFailures];

test("the manual's table of metrics is up to date (else: bun run docs)", () => {
  const { written, generated } = monitoringPage();
  expect(written).toBe(generated);
  for (const { name } of all) expect(written).toContain(`| \`${name}\` |`);
});

test("names follow Prometheus' rules", () => {
  expect(all.map(({ name }) => name)).toEqual([...new Set(all.map(({ name }) => name))]);
  for (const { name, type, help } of all) {
    expect(name).toMatch(/^(tiro|process)_[a-z_]+$/);
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(name).not.toMatch(/_(ms|mib|kib|minutes|hours|days|percent)(_|$)/);
    expect(help).toMatch(/\.$/);
  }
});
