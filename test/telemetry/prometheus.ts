/** Debian's Prometheus, scraping a server of the tests. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import type { Json } from "../support/server.ts";

const PROGRAM = "/usr/bin/prometheus";
export const PROMTOOL = "/usr/bin/promtool";
export const hasPrometheus = existsSync(PROGRAM) && existsSync(PROMTOOL);

const START_MS = 120_000;

export interface Prometheus {
  get(path: string): Promise<Json>;
  query(expression: string): Promise<Json[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param target `HOST:PORT`. */
export async function startPrometheus(target: string, token: string, rules: string): Promise<Prometheus> {
  const folder = temporaryFolder();
  const config = join(folder.path, "prometheus.yml");
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: "500ms", evaluation_interval: "1s" },
      rule_files: [rules],
      scrape_configs: [
        { job_name: "tiro", authorization: { credentials: token }, static_configs: [{ targets: [target] }] },
      ],
    }),
  );
  const address = `127.0.0.1:${freePort()}`;
  const child = Bun.spawn(
    [
      PROGRAM,
      `--config.file=${config}`,
      `--storage.tsdb.path=${folder.path}/data`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const said = child.stderr.text();
  const get = async (path: string): Promise<Json> => {
    const answer = (await (await fetch(`http://${address}/api/v1/${path}`)).json()) as Json;
    if (answer.status !== "success") throw new Error(`${path}: ${answer.error}`);
    return answer.data;
  };
  const dispose = async () => {
    child.kill();
    await child.exited;
    folder[Symbol.dispose]();
  };
  for (const deadline = performance.now() + START_MS; ; await Bun.sleep(100)) {
    if (await get("targets").catch(() => null)) break;
    if (performance.now() < deadline && child.exitCode === null) continue;
    await dispose();
    throw new Error(`Prometheus did not start: ${await said}`);
  }
  return {
    get,
    query: async (expression) => (await get(`query?query=${encodeURIComponent(expression)}`)).result,
    [Symbol.asyncDispose]: dispose,
  };
}
