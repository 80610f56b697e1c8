/** Routes without a key: health, documentation, the description of the API. */
import { describe, expect, test } from "bun:test";
import { routesOf } from "../../src/app.ts";
import { limits } from "../../src/config/limits.ts";
import type { Engine, EngineStatus } from "../../src/engine/engine.ts";
import { describeApi } from "../../src/http/openapi/document.ts";
import { errorCatalogue, operatorCatalogue } from "../../src/lib/errors.ts";
import { longestTurn } from "../support/event-loop.ts";
import { type Json, startServer } from "../support/server.ts";
import { testServer } from "../support/test-servers.ts";
import { slowness } from "../support/thread-time.ts";
import { RECORDING_WORDS } from "../support/transcription.ts";

const server = await testServer();
await server.context.engine.ready();
await server.context.functionalCheck.runOnce();

async function get(path: string, base = server.url): Promise<{ status: number; body: Json }> {
  const answer = await fetch(base + path);
  return { status: answer.status, body: await answer.json() };
}

describe.each(["", "/v1"])("with the prefix %p", (prefix) => {
  test("/health tells the state of every part", async () => {
    const { status, body } = await get(`${prefix}/health`);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: expect.stringMatching(/^(ok|degraded)$/),
      version: server.context.version,
      uptime_seconds: expect.any(Number),
      checks: {
        database: { status: "ok", latency_ms: expect.any(Number), examined_at: null },
        clock: { status: "ok" },
        engine: expect.objectContaining({ status: "ok", state: "ready", provider: "cpu" }),
        models: {
          status: "ok",
          loaded: "starter-en@1.0.0",
          packs: [
            {
              id: "starter-en@1.0.0",
              state: "ready",
              recordings: expect.any(Number),
              memory_mib: expect.any(Number),
            },
            // Loaded because the recognizer gives no marks.
            {
              id: "starter-punctuation-en@1.1.0",
              state: expect.stringMatching(/^(starting|ready)$/),
              recordings: expect.any(Number),
              memory_mib: expect.any(Number),
            },
          ],
          quarantined: [],
        },
        disk: { status: expect.any(String), free_bytes: expect.any(Number) },
        queue: { status: "ok", waiting: 0, capacity: 1000 },
      },
    });
    expect(JSON.stringify(body)).not.toContain(server.dataDir);
  });

  test("/health/functional tells what was recognized", async () => {
    const { status, body } = await get(`${prefix}/health/functional`);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "ok",
      last_run_at: expect.stringMatching(/Z$/),
      last_success_at: body.last_run_at,
      latency_ms: expect.any(Number),
      model_pack: "starter-en@1.0.0",
      expected_text: RECORDING_WORDS,
      text: RECORDING_WORDS,
      word_error_rate: 0,
    });
  });
});

describe("health when something is wrong", () => {
  const engineOf = (state: EngineStatus["state"]): Engine => ({
    ready: () => Promise.reject(new Error("never")),
    recognize: () => Promise.reject(new Error("never")),
    status: () => ({
      state,
      modelId: "m@1",
      provider: "cpu",
      device: null,
      processes: [],
      problem: "/secret/path",
    }),
    close: async () => {},
  });

  test.each(["starting", "restarting", "failed", "stopped"] as const)(
    "an engine that is %s",
    async (state) => {
      const broken = await startServer({ overrides: { engine: engineOf(state) } });
      const { status, body } = await get("/health", broken.url);
      expect([status, body.status, body.checks.engine.state]).toEqual([503, "unavailable", state]);
      expect(JSON.stringify(body)).not.toContain("secret");
      await broken.context.functionalCheck.runOnce();
      expect(await get("/health/functional", broken.url)).toMatchObject({
        status: 503,
        body: { status: "unavailable", last_success_at: null, text: null, word_error_rate: null },
      });
      await broken.close();
    },
  );

  test("a database that is gone, and a server that stops", async () => {
    const broken = await startServer({ overrides: { engine: engineOf("ready") } });
    broken.context.db.close();
    let health = await get("/health", broken.url);
    while (health.status === 200) {
      await Bun.sleep(100);
      health = await get("/health", broken.url);
    }
    expect(health).toMatchObject({
      status: 503,
      body: { status: "unavailable", checks: { database: { status: "unavailable" } } },
    });
    expect(
      broken.log.some(({ event, check }) => event === "health_check_failed" && check === "database"),
    ).toBe(true);
    await broken.close();
    const stopping = await startServer({ overrides: { engine: engineOf("ready") } });
    await stopping.context.running.stop(0);
    expect(await get("/health", stopping.url)).toMatchObject({
      status: 503,
      body: { status: "unavailable" },
    });
    const refused = await stopping.call("/models");
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: "shutting_down", type: "server_error" } });
    expect(refused.headers.get("retry-after")).toBe("5");
    await stopping.close();
  });
});

describe("pages", () => {
  test("/docs/errors explains every code at its anchor", async () => {
    const answer = await fetch(`${server.url}/docs/errors`);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await answer.text();
    for (const { code, status } of errorCatalogue()) {
      expect(page).toContain(`<section id="${code}">`);
      expect(page).toContain(`HTTP ${status};`);
    }
    for (const { code } of operatorCatalogue()) {
      expect(page).toContain(`<dt><code>${code}</code></dt>`);
      expect(page).not.toContain(`id="${code}"`);
    }
  });

  test("/docs is the manual, with a search; a page that it does not have is a page too", async () => {
    const read = async (path: string) => {
      const answer = await fetch(server.url + path);
      return { status: answer.status, page: await answer.text() };
    };
    expect((await read("/docs")).page).toContain('href="/docs/install"');
    expect((await read("/docs/install")).page).toContain("<title>Install · tiro manual</title>");
    const { page } = await read(`/docs/search?q=${encodeURIComponent('idempotency "<b>')}`);
    expect(page).toContain("No section holds “idempotency &quot;&lt;b&gt;”.");
    expect((await read("/docs/search?q=idempotency")).page).toContain("<mark>Idempotency</mark>");
    const { page: long } = await read(`/docs/search?q=${"x".repeat(limits.searchQueryChars + 1)}`);
    expect(long.match(/x{100,}/)?.[0].length).toBe(limits.searchQueryChars);
    const missing = await read("/docs/nothing");
    expect([missing.status, missing.page.includes("<h1")]).toEqual([404, true]);
    expect(server.log.findLast(({ event }) => event === "request")).toMatchObject({
      code: "route_not_found",
    });
  });

  test.each(["/login", "/docs", "/docs/api-guide", "/docs/search?q=key", "/docs/connect", "/docs/errors"])(
    "%s loads this server's own style sheets, typefaces and mark, and nothing else",
    async (path) => {
      const answer = await fetch(server.url + path);
      const page = await answer.text();
      const withoutCode = page.replaceAll(/<pre[\s\S]*?<\/pre>/g, "");
      expect(withoutCode).not.toMatch(/<script|<style|style="|<img|@import|url\(/i);
      expect(page.match(/(?:src|href)="https?:/g)).toBeNull();
      const loaded = [...withoutCode.matchAll(/<link rel="(?:icon|stylesheet)" href="([^"]+)"/g)];
      expect(loaded.length).toBe(withoutCode.split("<link").length - 1);
      for (const [, asset = ""] of loaded) {
        expect(asset).toMatch(/^\/assets\/[a-z]+-[0-9a-f]{16}\.(css|svg)$/);
        expect((await fetch(server.url + asset)).status).toBe(200);
      }
      const policy = answer.headers.get("content-security-policy");
      for (const directive of ["default-src 'none'", "style-src 'self'", "font-src 'self'", "img-src 'self'"])
        expect(policy?.split("; ")).toContain(directive);
      expect(policy).not.toMatch(/unsafe|https?:|data:/);
      expect(page).toStartWith('<!doctype html>\n<html lang="en">');
      expect(page).toMatch(/<main[ >]/);
    },
  );
});

describe("assets", () => {
  test("are kept for good, cannot be read as anything else, and have the typefaces that the sheets name", async () => {
    const page = await (await fetch(`${server.url}/docs`)).text();
    const path = /<link rel="stylesheet" href="([^"]+)"/.exec(page)?.[1] ?? "";
    const sheet = await fetch(server.url + path);
    expect(Object.fromEntries(sheet.headers)).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    const urls = [...(await sheet.text()).matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? "");
    expect(urls.length).toBeGreaterThanOrEqual(3);
    for (const url of urls) {
      expect(url).toMatch(/^\/assets\/[\w-]+-[0-9a-f]{16}\.woff2$/);
      const font = await fetch(server.url + url);
      expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
      expect(Buffer.from(await font.arrayBuffer()).toString("latin1", 0, 4)).toBe("wOF2");
    }
    const missing = await fetch(`${server.url}/assets/pages-0000000000000000.css`);
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "application/json"]);
  });
});

describe("/openapi.json", () => {
  test("describes exactly the routes that exist, with the methods that they take", async () => {
    const { body } = await get("/openapi.json");
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    // Only the app calls the routes of its own files.
    const routes = routesOf(server.context);
    const ofTheApp = routes.filter(({ operation }) => operation === null).map(({ path }) => path);
    expect(ofTheApp).toEqual([
      "/app/assets/:file",
      "/app/manifest.webmanifest",
      "/app/service-worker.js",
      "/app",
      "/app/*",
      "/app/draft-key",
    ]);
    const shown = routes.filter(({ operation }) => operation !== null);
    const served = shown.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(described.sort()).toEqual(served.sort());
    const ids = Object.values<Json>(body.paths).flatMap((methods) =>
      Object.values<Json>(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is what the routes say (else: bun run docs), so that a change of the wire is seen", async () => {
    // With every route that not all servers have.
    const other = await startServer({ environment: { TIRO_METRICS_TOKEN: "all-routes-are-here" } });
    for (const { url, context } of [server, other]) {
      const { body } = await get("/openapi.json", url);
      const said = JSON.parse(JSON.stringify(describeApi(routesOf(context))));
      expect({ ...body, info: { ...body.info, version: "" }, servers: [] }).toEqual(said);
      expect("/metrics" in body.paths).toBe(context === other.context);
    }
    await other.close();
  });

  test("says which routes need no key, names this server, and leads nowhere wrong", async () => {
    const { body } = await get("/openapi.json");
    expect(body.openapi).toBe("3.1.0");
    expect(body.info.version).toBe(server.context.version);
    expect(body.servers).toEqual([{ url: server.url }]);
    for (const route of routesOf(server.context).filter(({ operation }) => operation !== null)) {
      const { method, path, access } = route;
      const operation = body.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      const key = access === "key" && route.scope ? [{ apiKey: [] }, { oauth: [route.scope] }] : undefined;
      const security = { public: [], key, person: [{ browserSession: [] }] }[access];
      expect([path, operation.security]).toEqual([path, security]);
    }
    const references = JSON.stringify(body).match(/"#\/[^"]+"/g) ?? [];
    for (const reference of references) {
      const steps = JSON.parse(reference).slice(2).split("/") as string[];
      const target = steps.reduce(
        (at: Json, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")],
        body,
      );
      expect([reference, typeof target]).toEqual([reference, "object"]);
    }
  });
});

test("making the manual and the description of the API never holds up other requests", async () => {
  const fresh = await startServer({ isChecked: false });
  for (const path of ["/docs/api", "/openapi.json", "/docs", "/docs/search?q=the"]) {
    const { cpuMs } = await longestTurn(async () => (await fetch(fresh.url + path)).text());
    expect([path, cpuMs < 40 * slowness()]).toEqual([path, true]);
  }
  await fresh.close();
});
