/**
 * What `bench:auth` measures, in a process of its own: the real application, and an Elysia application made the same
 * way whose one route answers a constant. Prints both ports and a key as one JSON line, then serves until it is killed.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { firstRun } from "../../src/accounts/onboarding/first-run.ts";
import { createApp } from "../../src/app.ts";
import { loadConfig } from "../../src/config/load.ts";
import { createContext } from "../../src/context.ts";
import { listen } from "../../src/http/listener/listener.ts";
import { createLogger } from "../../src/lib/logger.ts";

const HOST = { host: "127.0.0.1", port: 0 };

const data = mkdtempSync(join(tmpdir(), "tiro-bench-auth-"));
process.on("SIGTERM", () => process.exit(0));
// As delivered, with its log; only the limit would end the measurement.
const environment = { TIRO_LIMITS_REQUESTS_PER_MINUTE: "1000000" };
const { config, secrets } = loadConfig({ environment, flags: { data } });
const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
const listener = listen(HOST);
const publicUrl = `http://127.0.0.1:${listener.port}`;
const context = await createContext({
  config,
  secrets,
  logger: createLogger(config.log.level),
  libraries,
  publicUrl,
});
const { db, clock } = context;
const first = firstRun({ db, clock, keyPrefixes: config.auth.key_prefixes }, publicUrl);
listener.serve(createApp(context));
context.startUpkeep();
await context.engine.ready();

const answer = await fetch(`${publicUrl}/v1/me`, { headers: { Authorization: `Bearer ${first?.key.key}` } });
const body = await answer.text();
const headers = { "Content-Type": "application/json" };
const constant = listen(HOST);
constant.serve(
  new Elysia({ strictPath: true, normalize: false, handler: { standardHostname: false } }).get(
    "/v1/me",
    () => new Response(body, { headers }),
  ),
);
process.stdout.write(
  `${JSON.stringify({ real: listener.port, constant: constant.port, key: first?.key.key, data })}\n`,
);
