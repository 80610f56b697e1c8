/** `kill -9` of the server in the middle of a dictation: nothing of it is lost. */
import { expect, test } from "bun:test";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { hasChromium, sharedChromium } from "../support/chromium.ts";
import { TEST_ACTOR, temporaryFolder, testBinding } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { microphone, recordedFor } from "./microphone.ts";

/** @returns a session of somebody who is new in this data folder. */
function newSession(dataDir: string): string {
  const db = openDatabase({ dataDir, nativeBinding: testBinding() });
  const deps = { db, clock: systemClock, actor: TEST_ACTOR };
  const person = addUser(deps, { email: "kim@acme.test", name: "Kim Ill" });
  const methods = ["password" as const];
  const token = beginBrowserSession(deps, person, { methods, address: "::1", userAgent: null });
  db.close();
  return token;
}

test.skipIf(!hasChromium)(
  "what was spoken while the server was dead becomes text once it lives",
  async () => {
    using folder = temporaryFolder();
    microphone.says("synth_02_rms");
    const value = newSession(folder.path);
    const port = freePort();
    const url = `http://127.0.0.1:${port}`;
    const start = () =>
      startServerProcess({ dataDir: folder.path, port, settings: { TIRO_MODELS_DEFAULT: "starter-en" } });
    const killed = await start();
    let living: ServerProcess | null = null;
    const browser = await sharedChromium(microphone.flags);
    const window = await browser.newContext({ baseURL: url, permissions: ["microphone"] });
    try {
      await window.addCookies([{ name: "tiro_session", value, url, sameSite: "Lax", httpOnly: true }]);
      const page = await window.newPage();
      await page.goto("/app/dictate");
      const record = page.getByRole("button", { name: "Start recording" });
      await page.getByText("Texts go to your history.").waitFor();
      await record.click();
      await page.getByText(recordedFor(2)).first().waitFor();
      await killed.kill();
      await page.getByText(recordedFor(5)).first().waitFor();
      await page.getByRole("button", { name: "Finish" }).click();
      const kept = page.getByRole("region", { name: "Your recording is kept" });
      await kept.getByText("It is kept in this browser, encrypted for you alone.").waitFor();
      living = await start();
      await kept.getByRole("button", { name: "Send again" }).click();
      const text = page.getByRole("textbox", { name: "Your text" });
      await text.waitFor();
      // A slow machine hears the microphone late, in the middle of the sentence.
      expect(await text.inputValue()).toMatch(/been moved/i);
    } finally {
      await window.close();
      await Promise.all([killed.kill(), living?.kill()]);
    }
  },
);
