/** Several packs in one engine: which recognizes what, how they share memory, and how they come and go. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { configSchema } from "../../src/config/schema.ts";
import type { Recognition } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { TiroError } from "../../src/lib/errors.ts";
import { createLogger } from "../../src/lib/logger.ts";
import { openSpeechRouter } from "../../src/recognition/open-router.ts";
import type { RoutedOptions } from "../../src/recognition/routed-engine.ts";
import type { SpeechRouter } from "../../src/recognition/speech-router.ts";
import type { ModelChoices } from "../../src/store/recognition/model-choices.ts";
import { eventually } from "../support/eventually.ts";
import { installIdentification, installPack, type PackOptions, uninstallPack } from "../support/packs.ts";
import { clip, SAMPLE_RATE } from "./support.ts";

const HOST = [process.execPath, join(import.meta.dir, "../../src/main.ts"), "engine-host"];
const SPEECH = clip("synth_01_slt.wav");
const libraries = prepareNativeLibraries({ dataDir: tmpdir() });
const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing) await close();
});

type Install = [id: string, languages: string[], options?: PackOptions];

let choices: ModelChoices = {};

function site(packs: Install[], models: object = {}, heardLanguage?: string) {
  const folder = mkdtempSync(join(tmpdir(), "tiro-routing-"));
  const modelsDir = join(folder, "models");
  mkdirSync(modelsDir);
  for (const [id, languages, options] of packs) installPack(modelsDir, id, languages, options);
  if (heardLanguage !== undefined) installIdentification(modelsDir, heardLanguage);
  const events: { event: string; pack?: string }[] = [];
  const config = configSchema.parse({
    data: { dir: folder },
    engine: { processes: 1, interactive_process: false },
    models: { default: "starter-en", ...models },
  });
  const logger = createLogger("info", (line) => void events.push(JSON.parse(line)));
  const router = openSpeechRouter({
    ...libraries,
    ...{ config, hostCommand: HOST, logger, clock: systemClock, choices: () => choices },
  });
  closing.push(async () => {
    await router.close();
    rmSync(folder, { recursive: true });
  });
  const loaded = () => (router.status().packs?.loaded ?? []).map(({ id }) => id).sort();
  return { router, modelsDir, events, loaded };
}

async function* whole(): AsyncGenerator<Int16Array> {
  yield SPEECH.samples;
}

/** A recording that continues until it is released. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  async function* audio(): AsyncGenerator<Int16Array> {
    started.resolve();
    yield SPEECH.samples;
    await promise;
  }
  return { audio: audio(), letGo: resolve, started: started.promise };
}

const recognize = (router: SpeechRouter, options: Partial<RoutedOptions> = {}): Promise<Recognition> =>
  router.recognize(whole(), { lane: "batch", ...options });

const failure = (promise: Promise<unknown>): Promise<TiroError> =>
  promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error) => error,
  );

describe("several packs", () => {
  const { router, loaded } = site([
    ["own-de", ["de"]],
    ["own-zh", ["zh", "yue"]],
  ]);

  test("each language goes to its pack, and the pack is loaded when it is needed", async () => {
    await router.ready();
    expect(loaded()).toEqual(["own-de@1.0.0"]);
    for (const [language, modelId] of [
      ["de", "own-de@1.0.0"],
      ["cmn", "own-zh@1.0.0"],
      ["yue", "own-zh@1.0.0"],
      ["en", "starter-en@1.0.0"],
    ] as const) {
      const recognition = await recognize(router, { language });
      expect([recognition.modelId, recognition.language]).toEqual([modelId, language]);
      expect(recognition.pieces.map(({ text }) => text).join(" ")).toBe(SPEECH.starterText);
    }
    expect(loaded()).toEqual([
      "own-de@1.0.0",
      "own-zh@1.0.0",
      "starter-en@1.0.0",
      "starter-punctuation-en@1.1.0",
    ]);
    expect(router.languages()).toEqual(["cmn", "de", "en", "yue"]);
  });

  test("speech of which nothing is known goes to the default pack, within what is allowed", async () => {
    expect(await recognize(router)).toMatchObject({ modelId: "own-de@1.0.0", language: "de" });
    const allowedLanguages = ["en", "fr"];
    expect(await recognize(router, { allowedLanguages })).toMatchObject({ modelId: "starter-en@1.0.0" });
    // A single language is as good as named.
    expect(await recognize(router, { allowedLanguages: ["yue"] })).toMatchObject({ language: "yue" });
  });

  test("what an administrator chose recognizes from the next recording on, until it is withdrawn", async () => {
    choices = { unknown: ["own-zh"], en: ["own-de"] };
    router.lookAgain();
    await eventually(() => router.defaultPack?.name, "own-zh@1.0.0");
    expect(await recognize(router)).toMatchObject({ modelId: "own-zh@1.0.0" });
    // A pack that was chosen and no longer recognizes the language keeps nobody from the others.
    expect(await recognize(router, { language: "en" })).toMatchObject({ modelId: "starter-en@1.0.0" });
    choices = {};
    router.lookAgain();
    await eventually(() => router.defaultPack?.name, "own-de@1.0.0");
    expect(await recognize(router)).toMatchObject({ modelId: "own-de@1.0.0" });
  });

  test("one that is asked for by its id recognizes, whatever the routes say", async () => {
    const packs = router.packs().map(({ id, languages }) => `${id}: ${languages.join(" ")}`);
    expect(packs.sort()).toEqual(["own-de: de", "own-zh: cmn yue", "starter-en: en"]);
    expect(await recognize(router, { pack: "own-zh" })).toMatchObject({ modelId: "own-zh@1.0.0" });
    expect(await recognize(router, { pack: "own-zh", language: "yue" })).toMatchObject({ language: "yue" });
  });

  test("those that work at the same time are all told", async () => {
    const [one, other] = [held(), held()];
    const both = [
      router.recognize(one.audio, { lane: "batch", language: "de" }),
      router.recognize(other.audio, { lane: "batch", language: "yue" }),
    ];
    await Promise.all([one.started, other.started]);
    const busy = router.status().packs?.loaded.filter(({ recordings }) => recordings > 0);
    expect(busy?.map(({ id }) => id).sort()).toEqual(["own-de@1.0.0", "own-zh@1.0.0"]);
    one.letGo();
    other.letGo();
    expect((await Promise.all(both)).map(({ modelId }) => modelId)).toEqual(["own-de@1.0.0", "own-zh@1.0.0"]);
    expect(router.status().packs?.loaded.map(({ recordings }) => recordings)).toEqual([0, 0, 0, 0]);
  });
});

describe("memory for one pack", () => {
  const { router, loaded, events } = site(
    [
      ["own-de", ["de"]],
      ["own-fr", ["fr"]],
    ],
    { memory_mib: 64 },
  );

  test("the one that rests makes room, the one that works does not", async () => {
    await router.ready();
    const german = held();
    const working = router.recognize(german.audio, { lane: "batch", language: "de" });
    await german.started;
    const waiting = recognize(router, { language: "fr" });
    const givenUp = new AbortController();
    const leaving = failure(recognize(router, { language: "fr", signal: givenUp.signal }));
    givenUp.abort(new Error("hung up"));
    expect((await leaving).message).toBe("hung up");
    expect(loaded()).toEqual(["own-de@1.0.0"]);
    german.letGo();
    expect((await working).modelId).toBe("own-de@1.0.0");
    expect((await waiting).modelId).toBe("own-fr@1.0.0");
    expect(loaded()).toEqual(["own-fr@1.0.0"]);
    expect(events.some(({ event, pack }) => event === "pack_unloaded" && pack === "own-de@1.0.0")).toBe(true);
  });

  test("a check each minute takes the pack that is loaded, and an unloaded default is no fault", async () => {
    expect(router.checked()?.pack.name).toBe("own-fr@1.0.0");
    expect(router.status()).toMatchObject({ state: "ready", modelId: "own-de@1.0.0", problem: null });
    expect((await recognize(router)).modelId).toBe("own-de@1.0.0");
    expect(router.checked()?.pack.name).toBe("own-de@1.0.0");
  });
});

describe("packs that cannot be loaded", () => {
  const routes = { de: ["own-broken", "own-de"], fr: ["own-broken"] };
  const { router, modelsDir, events } = site(
    [
      ["own-broken", ["de", "fr"], { broken: true }],
      ["own-de", ["de"]],
    ],
    { routes, pack: "starter-en" },
  );

  test("the next in the table is tried, once and for all", async () => {
    for (let i = 0; i < 2; i++)
      expect(await recognize(router, { language: "de" })).toMatchObject({ modelId: "own-de@1.0.0" });
    expect(events.filter(({ event }) => event === "pack_quarantined")).toHaveLength(1);
    const { packs, state } = router.status();
    expect([state, packs?.quarantined.map(({ id }) => id)]).toEqual(["ready", ["own-broken@1.0.0"]]);
  });

  test("without a next one the caller is told that it may pass, the operator why it will not", async () => {
    const error = await failure(recognize(router, { language: "fr" }));
    expect([error.code, error.extras.hint]).toEqual([
      "engine_unavailable",
      expect.stringContaining("while loading the pack own-broken@1.0.0"),
    ]);
  });

  test("put right on disk, it is used", async () => {
    uninstallPack(modelsDir, "own-broken");
    installPack(modelsDir, "own-broken", ["de", "fr"]);
    router.lookAgain();
    expect((await recognize(router, { language: "fr" })).modelId).toBe("own-broken@1.0.0");
    expect(router.status().packs?.quarantined).toEqual([]);
  });
});

describe("packs that come and go", () => {
  const { router, modelsDir, loaded } = site([]);

  test("a new pack is taken up, and recordings under way go on", async () => {
    await router.ready();
    // With the network that sets the marks it does not give.
    expect(loaded()).toEqual(["starter-en@1.0.0", "starter-punctuation-en@1.1.0"]);
    const running = held();
    const recording = router.recognize(running.audio, { lane: "batch" });
    await running.started;
    installPack(modelsDir, "own-de", ["de"]);
    router.lookAgain();
    expect(router.languages()).toEqual(["de", "en"]);
    // Until the new default is loaded the old one answers.
    expect((await recognize(router)).modelId).toBe("starter-en@1.0.0");
    expect((await recognize(router, { language: "de" })).modelId).toBe("own-de@1.0.0");
    running.letGo();
    expect((await recording).modelId).toBe("starter-en@1.0.0");
    expect(await recognize(router)).toMatchObject({ modelId: "own-de@1.0.0" });
  });

  test("a new version takes over, and a removed pack goes when its last recording does", async () => {
    installPack(modelsDir, "own-de", ["de"], { version: "1.1.0" });
    router.lookAgain();
    expect((await recognize(router, { language: "de" })).modelId).toBe("own-de@1.1.0");
    const running = held();
    const recording = router.recognize(running.audio, { lane: "batch", language: "de" });
    await running.started;
    uninstallPack(modelsDir, "own-de", "1.1.0");
    uninstallPack(modelsDir, "own-de", "1.0.0");
    router.lookAgain();
    expect(router.languages()).toEqual(["en"]);
    expect(loaded()).toContain("own-de@1.1.0");
    running.letGo();
    expect((await recording).modelId).toBe("own-de@1.1.0");
    expect(loaded()).not.toContain("own-de@1.1.0");
    expect((await recognize(router)).modelId).toBe("starter-en@1.0.0");
  });
});

describe("finding out the language", () => {
  const packs: Install[] = [
    ["own-de", ["de"]],
    ["own-fr", ["fr"]],
    ["own-many", ["sv", "da"]],
  ];
  const german = site(packs, { pack: "starter-en" }, "de");

  test("one that is heard in the speech chooses the pack", async () => {
    expect(await recognize(german.router)).toMatchObject({ modelId: "own-de@1.0.0", language: "de" });
    expect((await recognize(german.router)).pieces.map(({ text }) => text).join(" ")).toBe(
      SPEECH.starterText,
    );
    expect(german.loaded()).toContain("own-identification@1.0.0");
    expect(await recognize(german.router, { language: "fr" })).toMatchObject({ modelId: "own-fr@1.0.0" });
  });

  test("silence and noise choose none: the default pack hears them, and what follows late enough too", async () => {
    const quiet = async function* () {
      for (let second = 0; second < 20; second++)
        yield Int16Array.from({ length: SAMPLE_RATE }, (_, i) => ((i * 7919) % 13) - 6);
    };
    const options = { lane: "batch" } as const;
    const { modelId, pieces, audioDurationSeconds } = await german.router.recognize(quiet(), options);
    expect([modelId, pieces, audioDurationSeconds]).toEqual(["starter-en@1.0.0", [], 20]);
  });

  test("speech after a long silence is still listened for, and nothing of the recording is lost", async () => {
    const late = async function* () {
      yield new Int16Array(40 * SAMPLE_RATE);
      yield SPEECH.samples;
    };
    const recognition = await german.router.recognize(late(), { lane: "batch" });
    expect(recognition).toEqual(await german.router.recognize(late(), { lane: "batch", language: "de" }));
    expect(recognition.pieces.length).toBeGreaterThan(0);
    expect(recognition.audioDurationSeconds).toBe(40 + SPEECH.samples.length / SAMPLE_RATE);
  });

  test("only languages that are allowed are found", async () => {
    // German was heard, but is none of them: the default, or the first pack that recognizes one.
    expect(await recognize(german.router, { allowedLanguages: ["en", "fr"] })).toMatchObject({
      language: "en",
    });
    expect(await recognize(german.router, { allowedLanguages: ["de", "fr"] })).toMatchObject({
      language: "de",
    });
    expect(await recognize(german.router, { allowedLanguages: ["fr", "sv"] })).toMatchObject({
      language: "fr",
    });
  });

  test("one without a pack leaves it to the default", async () => {
    const chinese = site(packs, { pack: "starter-en" }, "zh");
    expect(await recognize(chinese.router)).toMatchObject({ modelId: "starter-en@1.0.0", language: "en" });
  });

  test("a default pack with several languages finds out by itself, and is asked where one is not allowed", async () => {
    const { router, loaded } = site(packs, { pack: "own-many" }, "de");
    expect(await recognize(router)).toMatchObject({ modelId: "own-many@1.0.0", language: null });
    expect(loaded()).not.toContain("own-identification@1.0.0");
    expect(await recognize(router, { allowedLanguages: ["sv", "de"] })).toMatchObject({ language: "de" });
  });
});

test.each([
  ["a pack that is not there", { de: ["own-dee"] }, "names own-dee, which is not installed"],
  ["a pack for other languages", { fr: { forced: ["own-de"] } }, "which does not recognize French"],
])("a route to %s ends the start", (_what, routes, message) => {
  expect(() => site([["own-de", ["de"]]], { routes })).toThrow(
    expect.objectContaining({ extras: { hint: expect.stringContaining(message) } }),
  );
});
