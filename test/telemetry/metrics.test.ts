/** `GET /metrics`: who gets it, and what stands in it. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { listen } from "../../src/http/listener/listener.ts";
import { childFailures } from "../../src/lib/sandbox.ts";
import { metricsApplication } from "../../src/telemetry/metrics/door.ts";
import { liveFinalDelays } from "../../src/work/live-figures.ts";
import { CONTENT_TYPE, multipart } from "../support/multipart.ts";
import { startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { RECORDING } from "../support/transcription.ts";

const TOKEN = "let-me-see";
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const server = await testServer({ environment: { TIRO_METRICS_TOKEN: TOKEN }, ownRecognizers: true });
await server.context.engine.ready();

async function scrape(): Promise<string> {
  const answer = await fetch(`${server.url}/metrics`, { headers: AUTHORIZED });
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The value of a series as it is written. */
async function figure(series: string): Promise<number | null> {
  const line = (await scrape()).split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

test("the answer is OpenMetrics, for whoever has the token", async () => {
  const answer = await fetch(`${server.url}/metrics`, { headers: AUTHORIZED });
  expect(answer.headers.get("content-type")).toBe(
    "application/openmetrics-text; version=1.0.0; charset=utf-8",
  );
  const text = await answer.text();
  expect(text).toEndWith("\n# EOF\n");
  expect(text).toContain("# TYPE tiro_queue_waiting gauge\n");
  expect(text).toContain('tiro_queue_waiting{lane="dictation"} 0\n');
});

test.each([
  ["no token", {}],
  ["another token", { authorization: "Bearer let-me-sea" }],
  ["a longer token", { authorization: `Bearer ${TOKEN}x` }],
  ["the token as a password", { authorization: `Basic ${btoa(`x:${TOKEN}`)}` }],
])("with %s they are refused", async (_, headers) => {
  const answer = await fetch(`${server.url}/metrics`, { headers: headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
  expect(await answer.json()).toMatchObject({ error: { code: "invalid_api_key" } });
});

test("without configuration there is no such route", async () => {
  const plain = await startServer();
  try {
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
    expect(plain.context.metrics).toBeNull();
  } finally {
    await plain.close();
  }
});

test("on an address of their own they are alone there", async () => {
  const other = await startServer({ environment: { TIRO_METRICS_LISTEN: "127.0.0.1:0" } });
  const listener = listen({ host: "127.0.0.1", port: 0 });
  try {
    const door = other.context.metrics;
    if (!door) throw new Error("metrics are configured");
    listener.serve(metricsApplication(door));
    const own = `http://127.0.0.1:${listener.port}`;
    expect((await fetch(`${other.url}/metrics`)).status).toBe(404);
    const answers = await Promise.all([
      fetch(`${own}/metrics`),
      fetch(`${own}/health`),
      fetch(`${own}/metrics`, { method: "POST" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 405]);
    listener.serve(metricsApplication({ ...door, token: () => TOKEN }));
    const guarded = metricsApplication({ ...door, token: () => TOKEN });
    expect((await guarded.fetch(new Request(`${own}/metrics`))).status).toBe(401);
    expect((await guarded.fetch(new Request(`${own}/metrics`, { headers: AUTHORIZED }))).status).toBe(200);
  } finally {
    await listener.kill();
    await other.close();
  }
});

test("requests are counted by route, status and code, never by what callers make up", async () => {
  const series = (labels: string) => `tiro_http_requests_total{${labels}}`;
  const ofMe = series('method="GET",route="/v1/me",status="200",code=""');
  const lost = series('method="other",route="(none)",status="404",code="route_not_found"');
  const [meBefore, lostBefore] = [(await figure(ofMe)) ?? 0, (await figure(lost)) ?? 0];
  await server.call("/me");
  for (const method of ["PROPFIND", "PROPFIND", "MKCOL"]) await fetch(`${server.url}/secretpath`, { method });
  expect(await figure(ofMe)).toBe(meBefore + 1);
  expect(await figure(lost)).toBe(lostBefore + 3);
  const text = await scrape();
  expect(text).toContain(
    'tiro_http_request_duration_seconds_count{method="GET",route="/v1/me",status="200"}',
  );
  for (const word of ["PROPFIND", "MKCOL", "secretpath"]) expect(text).not.toContain(word);
});

test("work shows, and nothing of what was said or of who said it", async () => {
  const audio = 'tiro_recognized_audio_seconds_total{pack="starter-en@1.0.0"}';
  const succeeded = 'tiro_jobs_ended_total{state="succeeded",code=""}';
  const [audioBefore, before] = [(await figure(audio)) ?? 0, (await figure(succeeded)) ?? 0];
  const body = multipart([
    { name: "model", body: "speech-v1.5" },
    { name: "file", fileName: "talk.wav", body: readFileSync(RECORDING) },
  ]);
  const headers = { "Content-Type": CONTENT_TYPE };
  const job = await server.call("/audio/transcription-jobs", { method: "POST", headers, body });
  expect(job.status).toBe(202);
  while ((await figure(succeeded)) !== before + 1) await Bun.sleep(50);
  expect(Number(await figure(audio)) - audioBefore).toBeGreaterThan(3);
  expect(await figure("tiro_jobs_unattended")).toBe(0);
  const text = await scrape();
  expect(text).not.toMatch(/thursday|talk\.wav|person1|example\.org/i);
  expect(text).not.toMatch(/\b(usr|key|req|org|ses)_[0-9a-f]{8}/);
});

test("a child that ends before its work is done is counted by its role and signal", async () => {
  const series = 'tiro_child_failures_total{role="recognizer",cause="SIGKILL"}';
  const before = Number(await figure(series));
  const [{ pid } = { pid: null }] = server.context.engine.status().processes;
  if (pid) process.kill(pid, "SIGKILL");
  while ((await figure(series)) === before) await Bun.sleep(50);
  expect(await figure(series)).toBe(before + 1);
  await server.context.engine.ready();
});

test("what cannot be read is missing, counted and logged; the rest is told", async () => {
  const { spool } = server.context;
  const usage = spool.usage;
  spool.usage = () => Promise.reject(new Error("no such folder"));
  try {
    const text = await scrape();
    expect(text).not.toMatch(/^tiro_spool_files \d/m);
    expect(text).toMatch(/^tiro_disk_free_bytes \d/m);
  } finally {
    spool.usage = usage;
  }
  expect(await figure('tiro_metrics_read_failures_total{metric="tiro_spool_files"}')).toBe(1);
  expect(server.log).toContainEqual(
    expect.objectContaining({ event: "metric_not_read", level: "error", metric: "tiro_spool_files" }),
  );
  expect(await figure("tiro_spool_files")).toBe(0);
});

test("figures without a source are absent, and never zero", async () => {
  const text = await scrape();
  for (const name of ["tiro_certificate_remaining_seconds", "tiro_backup_last_success_timestamp_seconds"])
    expect(text).not.toMatch(new RegExp(`^${name} `, "m"));
  expect(childFailures.counts.length).toBeGreaterThan(0);
});

test("how late final texts of live streams are is a histogram", async () => {
  liveFinalDelays.add(0.15);
  liveFinalDelays.add(0.4);
  expect(await figure('tiro_live_final_delay_seconds_bucket{le="0.2"}')).toBe(1);
  expect(await figure("tiro_live_final_delay_seconds_count")).toBe(2);
});
