/**
 * A pack's file is sent from Chromium to a real server: the connection is lost, then the server killed (`kill -9`), each in
 * the middle of a part. It arrives, is verified, stays while it recognizes, and is removed.
 */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { MIB } from "../../src/lib/units.ts";
import { DRILL_PACK, packDrillArchive } from "../packs/drill-pack.ts";
import { administratorOf, keyOfAdministrator } from "../support/administrators.ts";
import { hasChromium, sharedChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { LiveClient, session } from "../support/live-client.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { Network } from "./network.ts";

/** Three parts, as the app cuts them. */
const WEIGHTS_MIB = 20;
const { name: PACK } = DRILL_PACK;

test.skipIf(!hasChromium)(
  "a pack is sent over a lost connection and a killed server, verified, used, removed",
  async () => {
    using folder = temporaryFolder();
    await using network = new Network();
    const archive = join(folder.path, "trial.tar");
    packDrillArchive(join(folder.path, "made"), archive, WEIGHTS_MIB);
    const dataDir = join(folder.path, "data");
    const [value, key] = [administratorOf(dataDir), keyOfAdministrator(dataDir)];
    const port = freePort();
    const start = () =>
      startServerProcess({ dataDir, port, settings: { TIRO_MODELS_DEFAULT: "starter-en" } });
    let server: ServerProcess = await start();
    const url = await network.to(`http://127.0.0.1:${port}`);
    const browser = await sharedChromium();
    const window = await browser.newContext({ baseURL: url, locale: "en-US", serviceWorkers: "block" });
    try {
      await window.addCookies([{ name: "tiro_session", value, url, sameSite: "Lax", httpOnly: true }]);
      const page = await window.newPage();
      const begun: string[] = [];
      const offsets: number[] = [];
      page.on("request", (request) => {
        if (!request.url().includes("/v1/uploads")) return;
        if (request.method() === "POST") begun.push(request.url());
        if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
      });
      await page.goto("/app/admin/packs");
      await page.getByRole("button", { name: "Send a pack" }).click();
      const dialog = page.getByRole("dialog", { name: "Send a pack" });
      await dialog.getByLabel("File", { exact: true }).setInputFiles(archive);
      network.after(10 * MIB, () => network.cut());
      await dialog.getByRole("button", { name: "Send", exact: true }).click();
      await dialog.getByText("The server is not answering.").waitFor();
      network.after(8 * MIB, () => server.kill());
      network.mend();
      await server.exited;
      await dialog.getByText("The server is not answering.").waitFor();
      server = await start();
      await dialog.waitFor({ state: "detached" });
      expect([begun.length, offsets.filter((offset) => offset < MIB)]).toEqual([1, []]);

      await page.getByRole("button", { name: `Verify: ${PACK}` }).click();
      await page.getByText(/^Verified /).waitFor();

      const stream = await italianStream(`http://127.0.0.1:${port}`, key);
      stream.append(1);
      const remove = async () => {
        await page.getByRole("button", { name: `Remove: ${PACK}` }).click();
        await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
      };
      await eventually(async () => (await installed(page))?.kept_by, ["in_use"]);
      await remove();
      await page.getByText(`${PACK} cannot be removed: it recognizes a recording now.`).first().waitFor();
      stream.close();
      await eventually(async () => (await installed(page))?.kept_by, []);
      await remove();
      await page.getByText(`${PACK} is removed`).first().waitFor();
      expect(await installed(page)).toBeUndefined();
    } finally {
      await window.close();
      await server.kill();
    }
  },
);

/** Once the server has recognized the pack's check recording: until then, nothing hears Italian. */
async function italianStream(url: string, key: string): Promise<LiveClient> {
  let stream: LiveClient | undefined;
  await eventually(async () => {
    stream?.close();
    stream = await LiveClient.open(url, { headers: { authorization: `Bearer ${key}` } });
    stream.send(session({ transcription: { language: "it" } }));
    const { type, error } = await stream.until(({ type }) => type !== "session.created");
    return error?.code ?? type;
  }, "session.updated");
  return stream as LiveClient;
}

/** The pack as the server lists it; undefined if it is not installed. */
async function installed(page: Page): Promise<{ kept_by: string[] } | undefined> {
  const { data } = await (await page.request.get("/v1/administration/packs")).json();
  return data.find(({ id }: { id: string }) => id === PACK);
}
