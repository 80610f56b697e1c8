/** A newcomer's first minutes: clone, start, and a voice by curl, by OpenAI's client and by the app's microphone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createReadStream, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import OpenAI from "openai";
import { wordErrorRate } from "../../src/transcription/word-error-rate.ts";
import { hasChromium, sharedChromium } from "../support/chromium.ts";
import { temporaryFolder } from "../support/database.ts";
import { announced } from "../support/first-run.ts";
import { BEFORE_WORDS_SECONDS, microphone, recordedFor } from "./microphone.ts";

const ROOT = join(import.meta.dir, "../..");
/** A person's voice, which may not be committed, or where it is missing a program's. */
const SPEECH = join(ROOT, "../shared/audio/jfk.wav");
const [RECORDING, SAID] = existsSync(SPEECH)
  ? [
      SPEECH,
      "and so my fellow americans ask not what your country can do for you ask what you can do for your country",
    ]
  : [
      join(ROOT, "test/audio/synth_03_slt.wav"),
      "thank you for your help with the report i will call you tomorrow morning",
    ];
const PASSWORD = "quiet harbour seven lanterns";
/** A browser plays the file at its own rate, and cuts where the person lets go. */
const WRONG_BY_MICROPHONE = 0.1;
/** A short one: a busy browser loses pieces of a long one. */
const BY_MICROPHONE = {
  recording: "synth_02_rms",
  said: "the meeting has been moved to thursday at half past two",
};

const isClone = existsSync(join(ROOT, ".git"));
if (!isClone) console.warn("this is no git repository; the newcomer's walk is skipped");

describe.skipIf(!isClone)("a newcomer", () => {
  const folder = temporaryFolder();
  const clone = join(folder.path, "tiro");
  let child: Bun.Subprocess<"ignore", "pipe", "inherit">;
  let url: string;
  let key: string;
  let setupUrl: string;

  beforeAll(async () => {
    Bun.spawnSync(["git", "clone", "--quiet", "--shared", ROOT, clone]);
    mkdirSync(join(folder.path, "data"));
    child = Bun.spawn(
      [process.execPath, "run", "start", "--data", join(folder.path, "data"), "--listen", "127.0.0.1:0"],
      {
        cwd: clone,
        env: { HOME: process.env.HOME ?? folder.path, PATH: process.env.PATH ?? "" },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "inherit",
      },
    );
    let printed = "";
    for await (const block of child.stdout) {
      printed += new TextDecoder().decode(block);
      if (announced(printed, "health") !== undefined) break;
    }
    url = (announced(printed, "api") ?? "").replace(/\/v1$/, "");
    const secrets = readFileSync(announced(printed, "file") ?? "", "utf8");
    key = /API key: (\S+)/.exec(secrets)?.[1] ?? "";
    setupUrl = /https?:\S+\/setup\/\S+/.exec(secrets)?.[0] ?? "";
  });
  afterAll(async () => {
    child?.kill("SIGTERM");
    await child?.exited;
    folder[Symbol.dispose]();
  });

  test("is heard by curl, word for word", async () => {
    const answer = Bun.spawn(
      [
        ...["curl", "-sf", `${url}/v1/audio/transcriptions`, "-H", `Authorization: Bearer ${key}`],
        ...["-F", `file=@${RECORDING}`, "-F", "model=speech-v1.5"],
      ],
      { stdout: "pipe" },
    );
    const { text } = (await new Response(answer.stdout).json()) as { text: string };
    expect([wordErrorRate(SAID, text), text]).toEqual([0, text]);
  });

  test("is heard by OpenAI's client, word for word", async () => {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key });
    const { text } = await client.audio.transcriptions.create({
      model: "speech-v1.5",
      file: createReadStream(RECORDING),
    });
    expect([wordErrorRate(SAID, text), text]).toEqual([0, text]);
  });

  test.skipIf(!hasChromium)("is heard by the microphone of the app", async () => {
    microphone.says(BY_MICROPHONE.recording, BEFORE_WORDS_SECONDS);
    const browser = await sharedChromium(microphone.flags);
    const window = await browser.newContext({ permissions: ["microphone"] });
    try {
      const page = await window.newPage();
      await page.goto(setupUrl);
      await page.getByLabel("E-mail address").fill("maren@acme.test");
      await page.getByLabel("Name", { exact: true }).fill("Maren Holt");
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByLabel("Repeat password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set up" }).click();
      await page.getByRole("link", { name: "Continue" }).waitFor();
      await page.goto(`${url}/app/dictate`);
      await page.getByRole("button", { name: "Start recording" }).click();
      await page
        .getByText(recordedFor(BEFORE_WORDS_SECONDS + 5))
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Finish" }).click();
      const text = page.getByRole("textbox", { name: "Your text" });
      await text.waitFor();
      const wrong = wordErrorRate(BY_MICROPHONE.said, await text.inputValue());
      expect(wrong).toBeLessThanOrEqual(WRONG_BY_MICROPHONE);
    } finally {
      await window.close();
    }
  });
});
