/** An operator's own additions to the app: name, logo, colour, and files of their own. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../src/config/load.ts";
import { siteRoutes } from "../../src/dashboard/server/site.ts";
import { hasChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { testDashboard } from "./test-dashboard.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><circle cx="10" cy="10" r="9" fill="#777"/></svg>`;

const folder = temporaryFolder();
const site = join(folder.path, "site");
const environment = {
  TIRO_WEB_NAME: "Acme Dictation",
  TIRO_WEB_SITE_DIR: site,
  TIRO_WEB_LOGO: "logo.svg",
  TIRO_WEB_COLOR: "#8a1f5c",
};

mkdirSync(join(site, "help"), { recursive: true });
mkdirSync(join(site, ".git"));
writeFileSync(join(site, "logo.svg"), LOGO);
writeFileSync(join(site, "imprint.html"), "<h1>Acme Ltd</h1>");
writeFileSync(join(site, "help", "index.html"), "<h1>Help</h1>");
writeFileSync(join(site, ".git", "config"), "secret");
writeFileSync(join(folder.path, "outside.txt"), "secret");
symlinkSync(join(folder.path, "outside.txt"), join(site, "link.txt"));
afterAll(() => folder[Symbol.dispose]());

describe("files of a company's own", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment });
  });
  afterAll(() => server.close());

  /** As written: `fetch` would resolve dots. */
  async function get(path: string): Promise<{ status: number; text: string; headers: string }> {
    const { hostname, port } = new URL(server.url);
    const { promise, resolve } = Promise.withResolvers<string>();
    let received = "";
    await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) =>
          void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`),
        data: (_, data) => {
          received += data.toString();
        },
        close: () => resolve(received),
      },
    });
    const [headers = "", text = ""] = (await promise).split("\r\n\r\n");
    return { status: Number(headers.split(" ")[1]), text, headers };
  }

  test.each([
    ["/site/logo.svg", "image/svg+xml", "circle"],
    ["/site/imprint.html", "text/html", "Acme Ltd"],
    ["/site/help/index.html", "text/html", "Help"],
  ])("%s is served to everybody and runs nothing", async (path, type, part) => {
    const { status, text, headers } = await get(path);
    expect([status, text.includes(part)]).toEqual([200, true]);
    expect(headers).toContain(`Content-Type: ${type}`);
    expect(headers).toContain("Content-Security-Policy: default-src 'none'; img-src");
    expect(headers).toContain("X-Content-Type-Options: nosniff");
  });

  test.each([
    "/site/none.html",
    "/site/.git/config",
    "/site/%2egit/config",
    "/site/..%2foutside.txt",
    "/site/help/..%2f..%2foutside.txt",
    "/site/link.txt",
    "/site/%",
    "/site/%00",
    "/site/",
  ])("%s is not there", async (path) => {
    const { status, text } = await get(path);
    expect([status, text.includes("secret")]).toEqual([404, false]);
  });

  test.each(["/site/../outside.txt", "/site/%2e%2e/outside.txt"])("%s is refused", async (path) => {
    const { status, text } = await get(path);
    expect([status, text.includes("secret")]).toEqual([400, false]);
  });

  test("a page that changes is told as it is now", async () => {
    writeFileSync(join(site, "imprint.html"), "<h1>Acme Group</h1>");
    expect((await get("/site/imprint.html")).text).toContain("Acme Group");
  });
});

test("without a folder there is no such address", async () => {
  const server = await startServer();
  expect((await fetch(`${server.url}/site/logo.svg`)).status).toBe(404);
  await server.close();
});

test.each([
  [{ TIRO_WEB_LOGO: "logo.svg" }, "web.logo", "web.site_dir"],
  [{ TIRO_WEB_COLOR: "#66ccff" }, "web.color", "such as #"],
  [{ TIRO_WEB_COLOR: "petrol" }, "web.color", 'but is "petrol"'],
  [
    { TIRO_WEB_SITE_DIR: "/etc", TIRO_WEB_LOGO: "../etc/shadow.svg" },
    "web.logo",
    "must be the path of an SVG",
  ],
])("%p is refused at the start", (environment, field, hint) => {
  expect(() => loadConfig({ environment })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(field) }),
  );
  expect(() => loadConfig({ environment })).toThrow(hint);
});

test("a folder or logo that is not there is told at the start", () => {
  for (const missing of [{ TIRO_WEB_LOGO: "none.svg" }, { TIRO_WEB_SITE_DIR: join(site, "none") }]) {
    const { config } = loadConfig({ environment: { ...environment, ...missing } });
    expect(() => siteRoutes(config.web)).toThrow("The company's own files cannot be read.");
  }
});

const dashboard = await testDashboard({ environment });

describe.skipIf(!hasChromium)("name, logo and colour", () => {
  test("stand in the app, and everybody can see them", async () => {
    await dashboard.walk([{ name: "home", path: "/app/" }]);
    const page = await dashboard.page();
    await page.goto("/app/");
    await page.getByRole("link", { name: "Acme Dictation" }).waitFor();
    await eventually(async () => (await page.title()).split(" · ").at(-1), "Acme Dictation");
    const logo = page.getByRole("navigation").locator("img").first();
    const isDrawn = () =>
      logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0);
    await eventually(isDrawn, true);
    const link = page.getByRole("link", { name: "How to connect" });
    const colour = () =>
      link.evaluate((element) => (globalThis as unknown as Scope).getComputedStyle(element).color);
    await eventually(colour, "rgb(138, 31, 92)");
  });
});

/** Globals of a page's script. */
interface Scope {
  getComputedStyle(element: unknown): { color: string };
}
