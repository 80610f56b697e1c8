/** Marks for recognizers that give none: by a pack in a host of its own, or the starter's beside the recognizer. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { configSchema } from "../../src/config/schema.ts";
import { punctuateLine, readPauses } from "../../src/dictation/spoken-line.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { openSpeechRouter } from "../../src/recognition/open-router.ts";
import { NotPunctuated, punctuatedTexts } from "../../src/recognition/punctuator.ts";
import { formatDictation } from "../../src/text/formatting/format-dictation.ts";
import { installPunctuation, type PackOptions } from "../support/packs.ts";

const HOST = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "engine-host"];
const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing) await close();
});

function site(packs: [id: string, languages: string[], options?: PackOptions][], models: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tiro-punctuation-"));
  const modelsDir = join(folder, "models");
  mkdirSync(modelsDir);
  for (const [id, languages, options] of packs) installPunctuation(modelsDir, id, languages, options);
  const events: { event: string; pack?: string; cause?: string }[] = [];
  const config = configSchema.parse({
    data: { dir: folder },
    engine: { processes: 1 },
    models: { default: "starter-en", ...models },
  });
  const logger = createLogger("info", (line) => void events.push(JSON.parse(line)));
  const router = openSpeechRouter({ ...libraries, config, hostCommand: HOST, logger, clock: systemClock });
  closing.push(async () => {
    await router.close();
    rmSync(folder, { recursive: true });
  });
  const mark = async (text: string, language = "xx") => {
    const words = text.split(" ").map((word) => ({ text: word, pauseSeconds: 0 }));
    const marked = await router.punctuate(words, { language, lane: "interactive" });
    return marked?.map(({ text, marks }) => text + marks).join(" ") ?? null;
  };
  return { router, events, mark };
}

const SPOKEN = "well it is done i call anna now";
const WRITTEN = "Well, it is done. I call Anna now?";

test("a pack sets marks and capitals for its languages, in windows where the text is long", async () => {
  const { router, mark } = site([["own-marks", ["de", "sv"]]]);
  expect(await mark(SPOKEN, "sv")).toBe(WRITTEN);
  expect(await mark(Array(200).fill(SPOKEN).join(" "), "sv")).toBe(Array(200).fill(WRITTEN).join(" "));
  expect(await mark(`${"é".repeat(300)} ${SPOKEN}`, "sv")).toEndWith("well, it is done. I call Anna now?");
  expect(await mark(SPOKEN, "pl")).toBeNull();
  expect(await mark("it is done", "sv")).toBeNull();
  expect(router.status().packs?.loaded.map(({ id }) => id)).toContain("own-marks@1.0.0");
});

/** Of 25 words, or with a pause: short dictations are one sentence. */
const DICTATED: [language: string, said: string, written: string][] = [
  ["de", "die arbeit ist fertig | kommt anna noch heute", "Die Arbeit ist fertig. Kommt Anna noch heute?"],
  [
    "fr",
    "le travail est fini | tu viens avec anna demain",
    "Le travail est fini. Tu viens avec Anna demain ?",
  ],
  ["es", "el trabajo está listo | viene anna hoy", "El trabajo está listo. ¿Viene Anna hoy?"],
];

test("German, French and Spanish dictations get marks, capitals and sentence ends of a pack", async () => {
  const { router } = site([["own-marks", ["de", "fr", "es"]]]);
  for (const [language, said, written] of DICTATED) {
    const { words, pauses } = readPauses(said);
    const { text } = await punctuateLine(router, { words, pauses }, language);
    expect(formatDictation(text, { language, pauses }).replace(/[\u00a0\u202f]/gu, " ")).toBe(written);
    // Without the pause it is one short sentence.
    expect(await punctuateLine(router, { words, pauses: [] }, language)).toEqual({
      text: words,
      lacksMarks: false,
    });
  }
});

test("the configuration says which pack comes first, or that there is none", async () => {
  const packs: [string, string[]][] = [
    ["first-marks", ["sv"]],
    ["second-marks", ["sv"]],
  ];
  const preferring = site(packs, { punctuation: "second-marks" });
  expect(await preferring.mark(SPOKEN, "sv")).toBe(WRITTEN);
  const loaded = preferring.router.status().packs?.loaded.map(({ id }) => id);
  expect(loaded).toContain("second-marks@1.0.0");
  expect(loaded).not.toContain("first-marks@1.0.0");
  expect(await site(packs, { punctuation: "off" }).mark(SPOKEN, "sv")).toBeNull();
  expect(() => site([], { punctuation: "starter-en" })).toThrow("does not punctuate");
  expect(() => site([], { punctuation: "unknown" })).toThrow("not installed");
});

test("a pack that does not load costs no text, and health, log and metrics tell of it", async () => {
  const { router, events, mark } = site([["bad-marks", ["sv"], { broken: true }]]);
  for (let text = 1; text <= 2; text += 1)
    await expect(mark(SPOKEN, "sv")).rejects.toBeInstanceOf(NotPunctuated);
  expect(router.status().packs?.quarantined).toMatchObject([{ id: "bad-marks@1.0.0" }]);
  const line = { words: "it is done i call anna", pauses: [0, 0, 0.7, 0, 0, 0] };
  expect(await punctuateLine(router, line, "sv")).toEqual({ text: line.words, lacksMarks: true });
  expect(events.filter(({ event }) => event === "text_not_punctuated")).toHaveLength(3);
  const failed = punctuatedTexts.counts.find(
    ({ labels }) => labels.pack === "bad-marks@1.0.0" && labels.outcome === "failed",
  );
  expect(failed?.value).toBe(3);
});

test("a text goes on in the next process where one is killed", async () => {
  const { router, mark } = site([["own-marks", ["sv"]]]);
  expect(await mark(SPOKEN, "sv")).toBe(WRITTEN);
  const long = mark(Array(5_000).fill(SPOKEN).join(" "), "sv");
  const pids = router.status().processes.flatMap(({ pid }) => pid ?? []);
  await Bun.sleep(20);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  expect((await long)?.split("now?")).toHaveLength(5_001);
});

test("the starter's network runs in the recognizer's process, and goes on in the next one", async () => {
  const { router, events, mark } = site([]);
  await router.ready();
  const pids = router.status().processes.map(({ pid }) => pid as number);
  expect(await mark("how are you today", "en")).toMatch(/^How are you.*[.?]$/);
  expect(router.status().packs?.loaded).toMatchObject([
    { id: "starter-en@1.0.0" },
    { id: expect.stringMatching(/^starter-punctuation-en@/), state: "ready", memoryBytes: 0 },
  ]);
  expect(events.filter(({ event }) => event === "engine_starting")).toHaveLength(1);
  expect(router.status().processes.map(({ pid }) => pid as number)).toEqual(pids);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  expect(await mark("how are you today", "en")).toMatch(/^How are you.*[.?]$/);
  expect(events.filter(({ event }) => event === "engine_starting")).toHaveLength(1);
});

test("a pack that is chosen instead has a host of its own, and stopping while it loads is no fault", async () => {
  const { router, events } = site([["own-marks", ["en"]]]);
  await router.ready();
  while (!router.status().packs?.loaded.some(({ id }) => id === "own-marks@1.0.0")) await Bun.sleep(1);
  expect(events.filter(({ event }) => event === "engine_starting")).toHaveLength(2);
  await router.close();
  await Bun.sleep(50);
  expect(events.map(({ event }) => event)).not.toContain("punctuation_not_loaded");
});

test("whoever gives up hears why", async () => {
  const { router } = site([["own-marks", ["sv"]]]);
  const words = SPOKEN.split(" ").map((text) => ({ text, pauseSeconds: 0 }));
  const signal = AbortSignal.abort(new Error("enough"));
  expect(router.punctuate(words, { language: "sv", lane: "batch", signal })).rejects.toThrow("enough");
});
