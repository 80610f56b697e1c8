/** The app installed: its manifest, the page without a network, code that is kept, and what other apps share with it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { topics } from "../../src/work/events/topics.ts";
import { hasChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { Dashboard } from "./dashboard.ts";

const SPEECH = join(import.meta.dir, "../audio/synth_02_rms.wav");

describe.skipIf(!hasChromium)("installed", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    if (hasChromium) dashboard = await Dashboard.open();
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

  /** Its worker has taken over. */
  async function open(path = "/app/recordings"): Promise<Page> {
    // A navigation without a network is an error of the browser's, and so is a page that was being fetched ahead.
    const failedCalls = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
    const page = await dashboard.page({ serviceWorkers: "allow", failedCalls });
    await page.goto(path);
    await controlled(page);
    return page;
  }
  const controlled = (page: Page) =>
    eventually(() => page.evaluate("navigator.serviceWorker.controller !== null"), true);
  const kept = (page: Page) =>
    page.evaluate(
      "caches.open('tiro-code').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))",
    ) as Promise<string[]>;

  test("the manifest names icons that are there, and a place for shared recordings", async () => {
    const { url } = dashboard.server;
    const answer = await fetch(`${url}/app/manifest.webmanifest`);
    expect(answer.headers.get("content-type")).toBe("application/manifest+json");
    const manifest = (await answer.json()) as {
      icons: { src: string; sizes: string; purpose: string }[];
      [name: string]: unknown;
    };
    expect(manifest).toMatchObject({
      ...{ name: "tiro", start_url: "/app/", scope: "/app/", display: "standalone" },
      share_target: { action: "/app/share", method: "POST", enctype: "multipart/form-data" },
    });
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(["any", "any", "maskable"]);
    for (const { src, sizes } of manifest.icons) {
      const icon = await fetch(url + src);
      expect(icon.headers.get("content-type")).toBe("image/png");
      const bytes = new DataView(await icon.arrayBuffer());
      expect(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`).toBe(sizes);
    }
  });

  test("it keeps code and the page without a network, and never what is a person's", async () => {
    const page = await open();
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await eventually(async () => (await kept(page)).some((path) => path.endsWith(".js")), true);
    const paths = await kept(page);
    expect(paths).toContain("/offline");
    expect(paths.filter((path) => !/^\/(app\/)?assets\/|^\/offline$/.test(path))).toEqual([]);
    const offline = await page.evaluate("caches.match('/offline').then((page) => page.text())");
    expect(offline).not.toContain("Maren");
    await page.context().setOffline(true);
    await page.goto("/app/history");
    await page.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
    // With its look.
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
    expect(await dashboard.faultsOf(page, { name: "without a network" })).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Maren Holt" }).waitFor();
    dashboard.expectNoFaults();
  });

  test("code comes from what is kept, and what an earlier version kept is let go", async () => {
    const page = await open();
    await page.reload();
    await eventually(async () => (await kept(page)).some((path) => path.endsWith(".js")), true);
    await page.evaluate(
      "caches.open('tiro-code').then((cache) => cache.put('/app/assets/old-12345678.js', new Response('')))",
    );
    const fromWorker: boolean[] = [];
    page.on("response", (response) => {
      if (/\/app\/assets\/[\w-]+\.js$/.test(response.url())) fromWorker.push(response.fromServiceWorker());
    });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(fromWorker).toContain(true);
    // A new version is a new worker, which begins by letting go of files that it does not know.
    await page.evaluate("navigator.serviceWorker.ready.then((it) => it.unregister())");
    await page.reload();
    await controlled(page);
    await eventually(async () => (await kept(page)).includes("/app/assets/old-12345678.js"), false);
    dashboard.expectNoFaults();
  });

  test("a shared recording is ready to send, and is sent when the person says so", async () => {
    const page = await open();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && /\/v1\/(audio|uploads|recordings)(?!\/search)/.test(request.url()))
        sent.push(request.url());
    });
    // As the system does it: a form that leads to the place in the manifest.
    await page.evaluate((body) => {
      interface Scope {
        document: {
          createElement(
            name: string,
          ): { submit(): void; append(child: unknown): void } & Record<string, unknown>;
          body: { append(child: unknown): void };
        };
        DataTransfer: new () => { items: { add(file: File): void }; files: unknown };
      }
      const { document, DataTransfer } = globalThis as unknown as Scope;
      const form = document.createElement("form");
      Object.assign(form, { method: "POST", enctype: "multipart/form-data", action: "/app/share" });
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(body), (each) => each.charCodeAt(0));
      data.items.add(new File([bytes], "memo.wav", { type: "audio/wav" }));
      const field = document.createElement("input");
      Object.assign(field, { type: "file", name: "recording", files: data.files });
      form.append(field);
      document.body.append(form);
      form.submit();
    }, readFileSync(SPEECH).toString("base64"));
    const ready = page.getByRole("region", { name: "A recording is ready to be sent." });
    await ready.getByText("memo.wav").waitFor();
    expect(new URL(page.url()).search).toBe("");
    expect(sent).toEqual([]);
    expect(await dashboard.faultsOf(page, { name: "a shared recording" })).toEqual([]);
    expect((await kept(page)).filter((path) => path.includes("share"))).toEqual([]);
    await ready.getByRole("button", { name: "Send" }).click();
    await ready.waitFor({ state: "detached" });
    await eventually(() => sent.some((address) => address.endsWith("/v1/recordings")), true);
    dashboard.expectNoFaults();
  });
});

describe.skipIf(!hasChromium)("notices", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    if (hasChromium) dashboard = await Dashboard.open();
  });
  afterAll(async () => dashboard?.[Symbol.asyncDispose]());

  /** Counts what is asked and shown; `granted` as soon as somebody asked. */
  const STUB = `(() => {
    const shown = []; let permission = "default"; let asked = 0;
    globalThis.Notification = class {
      static get permission() { return permission; }
      static async requestPermission() { asked++; return (permission = "granted"); }
      constructor(title, { body, tag }) { shown.push([title, body, tag]); }
      close() {}
    };
    globalThis.notices = () => ({ shown, asked });
  })()`;

  test("consent is asked for when it is turned on, and a hidden page tells of a long recording", async () => {
    const page = await dashboard.page({ script: STUB });
    await page.goto("/app/you");
    const choice = page.getByRole("checkbox", { name: /Tell me when a long recording is done/ });
    await choice.waitFor();
    expect(await page.evaluate("notices()")).toEqual({ shown: [], asked: 0 });
    await choice.check();
    await eventually(() => page.evaluate("notices().asked"), 1);
    expect(await dashboard.faultsOf(page, { name: "notices" })).toEqual([]);
    const job = (id: string, change: object) =>
      dashboard.server.context.events.publish([topics.jobs(dashboard.person.id)], "job", {
        ...{ id, error_code: null, ...change },
      });
    const done = (id: string, seconds: number) => {
      const progress = { stage: "recognition", done_seconds: 1, total_seconds: seconds };
      job(id, { status: "queued", progress });
      job(id, { status: "succeeded", progress: null });
    };
    await eventually(async () => dashboard.server.context.eventStreams.size > 0, true);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })");
    done("short", 5);
    done("long", 754);
    await eventually(async () => ((await page.evaluate("notices().shown.length")) as number) > 0, true);
    const told = (await page.evaluate("notices().shown")) as string[][];
    expect(told.map(([title, , tag]) => [title, tag])).toContainEqual(["Recording transcribed", "long"]);
    expect(told.map(([, , tag]) => tag)).not.toContain("short");
    dashboard.expectNoFaults();
  });
});
