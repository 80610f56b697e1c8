/** tiro's metrics, read by the real Prometheus; the dashboard and the alerts that are shipped with it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import dashboard from "../../config/grafana/tiro.json" with { type: "json" };
import { setLastBackup } from "../../src/store/backup/last-backup.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { RECORDING } from "../support/transcription.ts";
import { seenCluster, workerView } from "../support/workers.ts";
import { hasPrometheus, PROMTOOL, type Prometheus, startPrometheus } from "./prometheus.ts";

const ROOT = join(import.meta.dir, "../..");
const RULES = join(ROOT, "config/prometheus/alerts.yml");
const RULES_TEST = join(import.meta.dir, "alerts.test.yml");
const TOKEN = "scrape-me";
const SCRAPES = 4;
const AUDIT_FILE = join(tmpdir(), `tiro-test-audit-${process.pid}.jsonl`);

const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [panel: string, expression: string] => [title, expr]),
);

function promtool(...args: string[]): { code: number; said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([PROMTOOL, ...args], { stdout: "pipe", stderr: "pipe" });
  return { code: exitCode, said: stdout.toString() + stderr.toString() };
}

interface AlertTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}

test("every alert that is shipped is shown to fire by a test of its own", () => {
  const { groups } = Bun.YAML.parse(readFileSync(RULES, "utf8")) as {
    groups: { rules: { alert?: string }[] }[];
  };
  const { tests } = Bun.YAML.parse(readFileSync(RULES_TEST, "utf8")) as AlertTests;
  const shipped = groups.flatMap(({ rules }) => rules.flatMap(({ alert = [] }) => alert));
  const firing = tests.flatMap(({ alert_rule_test }) =>
    alert_rule_test.flatMap(({ alertname, exp_alerts }) => (exp_alerts.length > 0 ? alertname : [])),
  );
  expect(shipped.length).toBeGreaterThan(30);
  expect([...new Set(firing)].sort()).toEqual(shipped.toSorted());
});

describe.skipIf(!hasPrometheus)("with Debian's Prometheus", () => {
  let server: TestServer;
  let prometheus: Prometheus;

  beforeAll(async () => {
    server = await startServer({
      environment: { TIRO_METRICS_TOKEN: TOKEN, TIRO_AUDIT_FILE: AUDIT_FILE },
      certificateDaysLeft: () => 90,
      overrides: { cluster: seenCluster([workerView("gpu-1")]).cluster },
    });
    setLastBackup(server.context.db, { at: Date.now() - 3_600_000, bytes: 1, verified: true });
    await server.context.engine.ready();
    await server.context.functionalCheck.runOnce();
    await transcribe();
    server.context.db.pragma("wal_checkpoint(PASSIVE)");
    await server.context.databaseWatch.look();
    prometheus = await startPrometheus(new URL(server.url).host, TOKEN, RULES);
    while (Number((await prometheus.query("count_over_time(up[1m])"))[0]?.value[1] ?? 0) < SCRAPES)
      await Bun.sleep(200);
  });

  afterAll(async () => {
    await prometheus?.[Symbol.asyncDispose]();
    await server?.close();
    rmSync(AUDIT_FILE, { force: true });
  });

  async function transcribe(): Promise<void> {
    const body = multipart([
      { name: "model", body: "speech-v1.5" },
      { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
    ]);
    const headers = { "Content-Type": CONTENT_TYPE };
    const { status } = await server.call("/audio/transcriptions", { method: "POST", headers, body });
    expect(status).toBe(200);
  }

  test("Prometheus scrapes without a fault", async () => {
    const { activeTargets } = await prometheus.get("targets");
    expect(activeTargets).toHaveLength(1);
    expect(activeTargets[0]).toMatchObject({ health: "up", lastError: "" });
  });

  test.each(queries)("the dashboard's panel %s gets data for %s", async (_, expression) => {
    const asked = expression.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*");
    expect(asked).not.toContain("$");
    expect(await prometheus.query(asked)).not.toEqual([]);
  });

  test("all rules can be evaluated, and none alerts", async () => {
    const evaluated = async () =>
      (await prometheus.get("rules")).groups.flatMap(({ rules }: { rules: [] }) => rules);
    while ((await evaluated()).some(({ health }: { health: string }) => health === "unknown"))
      await Bun.sleep(200);
    for (const { name, health, alerts = [] } of await evaluated())
      expect({ name, health, alerts }).toEqual({ name, health: "ok", alerts: [] });
  });

  test("the rules are sound, and alert when they should", () => {
    const checked = promtool("check", "rules", RULES);
    expect({ ...checked, fault: checked.said.includes("FAILED") }).toMatchObject({ code: 0, fault: false });
    const tested = promtool("test", "rules", RULES_TEST);
    expect(tested).toMatchObject({ code: 0, said: expect.stringContaining("SUCCESS") });
  });
});
