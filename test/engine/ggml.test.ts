/** Whisper in whisper.cpp's format through the engine's host, with small models of known behaviour. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { END } from "../../scripts/ggml.ts";
import type { Engine, Recognition, RecognizeOptions } from "../../src/engine/engine.ts";
import type { ModelSpec } from "../../src/engine/model-spec.ts";
import { testFolder } from "../support/folders.ts";
import { startModel } from "./models/engine.ts";
import {
  FIRST_TIME,
  ggmlModel,
  RUNS_GGML,
  smallSizes,
  writeHearing,
  writeTold,
} from "./models/whisper-ggml.ts";
import { blocks, clip, joined, silence, textOf } from "./support.ts";

const GERMAN = 50_261;
const ENGLISH_AND_GERMAN = ["en", "de"];
const [HELLO, WORLD, CUT] = [1_000, 1_001, 1_002];
const WORDS = new Map<number, string | Uint8Array>([
  [HELLO, " hello"],
  [WORLD, " world"],
  [CUT, Uint8Array.of(0x20, 0xc3)],
  [CUT + 1, Uint8Array.of(0xa9)],
  [CUT + 2, "tude"],
  [CUT + 3, " Anna"],
]);
/** The first positions are those of the marks for begin, language and task: the first one points to the language. */
const SAID = [GERMAN, 0, FIRST_TIME, HELLO, WORLD, FIRST_TIME + 50, END.multilingual];
const speech = clip("synth_10_rms.wav").samples;

describe.if(RUNS_GGML)("whisper.cpp", () => {
  const place = testFolder();
  beforeAll(() => {
    writeTold(folder("told"), SAID, smallSizes(), WORDS);
    writeHearing(folder("hearing"));
    writeHearing(folder("unsure"), smallSizes(), 3);
  });

  function folder(name: string): string {
    mkdirSync(join(place, name), { recursive: true });
    return join(place, name);
  }
  async function using<T>(
    name: string,
    spec: Partial<ModelSpec>,
    use: (engine: Engine) => Promise<T>,
  ): Promise<T> {
    const engine = startModel(ggmlModel(join(place, name), spec));
    try {
      await engine.ready();
      return await use(engine);
    } finally {
      await engine.close();
    }
  }
  const hear = (engine: Engine, options: Partial<RecognizeOptions> = {}): Promise<Recognition> =>
    engine.recognize(blocks(speech), { lane: "batch", ...options });

  test("says words with the times of their tokens, in the language that it hears", async () => {
    await using("told", {}, async (engine) => {
      const recording = joined(silence(1), speech, silence(3), speech);
      const { pieces, language } = await engine.recognize(blocks(recording), { lane: "batch" });
      expect(pieces.map(({ text }) => text)).toEqual(["hello world", "hello world"]);
      expect(language).toBe("de");
      const [first] = pieces;
      const [hello, world] = first?.words ?? [];
      // The second of audio that the model speaks of, from where the piece begins.
      expect(hello?.startSeconds).toBeWithin(0.6, 1.2);
      expect(world?.endSeconds).toBeWithin(hello?.endSeconds as number, 2.1);
      expect(hello?.logProbs?.every((each) => each <= 0)).toBe(true);
    });
  });

  test("is told a language, each recording its own, also at once; only the pack's count", async () => {
    await using("told", { languages: ENGLISH_AND_GERMAN }, async (engine) => {
      const asked = ["en", null, "de", "en", "fr", null];
      const told = await Promise.all(
        asked.map(async (language) => (await hear(engine, { language })).language),
      );
      expect(told).toEqual(["en", "de", "de", "en", "de", "de"]);
    });
    await using("told", { languages: ["fr", "en"], options: { language: "fr" } }, async (engine) =>
      expect((await hear(engine)).language).toBe("fr"),
    );
  });

  test("takes rare words as a prompt, no more than it has room for", async () => {
    await using("told", {}, async (engine) => {
      const plain = await hear(engine);
      const prompted = await hear(engine, { hotwords: ["Anna"] });
      expect({ plain: plain.hotwordsUsed, prompted: prompted.hotwordsUsed }).toEqual({
        plain: false,
        prompted: true,
      });
      // This model's text follows from the position, which a prompt moves.
      expect(textOf(prompted)).not.toBe(textOf(plain));
      const many = Array.from({ length: 1_000 }, (_, i) => `word${i}`);
      expect((await hear(engine, { hotwords: many })).hotwordsUsed).toBe(true);
      expect(textOf(await hear(engine))).toBe(textOf(plain));
    });
  });

  test("leaves out words that it is not sure of where it hears no speech", async () => {
    const threshold = async (no_speech_threshold: number) =>
      using("unsure", { options: { no_speech_threshold }, knowsWarmUpLanguage: false }, async (engine) =>
        textOf(await hear(engine)),
      );
    expect(await threshold(1)).not.toBe("");
    expect(await threshold(0)).toBe("");
  });

  test("weighs several texts where the pack says so", async () => {
    const said = await using("hearing", { options: { beam_size: 5 } }, async (engine) =>
      textOf(await hear(engine)),
    );
    expect(said).not.toBe("");
  });

  test("tokens that are part of a character become one", async () => {
    writeTold(
      folder("bytes"),
      [GERMAN, 0, FIRST_TIME, CUT, CUT + 1, CUT + 2, FIRST_TIME + 50],
      smallSizes(),
      WORDS,
    );
    await using("bytes", {}, async (engine) => expect(textOf(await hear(engine))).toBe("étude"));
  });

  test.each([
    ["q8_0", 7],
    ["q5_0", 8],
  ])("weights of the kind %s", async (name, storage) => {
    writeTold(folder(name), SAID, smallSizes({ storage }), WORDS);
    await using(name, {}, async (engine) => expect(textOf(await hear(engine))).toBe("hello world"));
  });

  test("killed in the middle, a recording is told whole, and once", async () => {
    await using("told", { languages: ["de"] }, async (engine) => {
      const recording = joined(...Array.from({ length: 6 }, () => [speech, silence(3)]).flat());
      let killed = false;
      const onProgress = () => {
        const [host] = engine.status().processes;
        if (!killed && host?.pid) process.kill(host.pid, "SIGKILL");
        killed = true;
      };
      const { pieces } = await engine.recognize(blocks(recording), { lane: "batch", onProgress });
      expect(pieces.map(({ text }) => text)).toEqual(Array(6).fill("hello world"));
      expect(engine.status().processes[0]?.restarts).toBe(1);
    });
  });

  const REFUSED: [string, (spec: ModelSpec) => Partial<ModelSpec>, string][] = [
    ["an option of another kind", () => ({ options: { tail_paddings: 3 } }), "has no option tail_paddings"],
    ["a language that the model does not know", () => ({ languages: ["en", "ga"] }), "the model has no ga"],
    ["a file cut short", (spec) => damaged(spec, (file) => file.subarray(0, -5000)), "bytes too early"],
    ["absurd sizes", (spec) => damaged(spec, (file) => file.fill(0x7f, 20, 24)), "audioLayers 2139062143"],
  ];
  test.each(REFUSED)(
    "%s is refused with its reason before the library sees it",
    async (_, change, reason) => {
      const spec = ggmlModel(join(place, "told"));
      const engine = startModel({ ...spec, ...change(spec) });
      const error = await engine.ready().catch((failure) => failure);
      expect(error.extras.hint).toContain(reason);
      expect(error.extras.hint).toContain("exited with code 1");
      await engine.close();
    },
  );

  function damaged({ files }: ModelSpec, change: (file: Buffer) => Buffer): Partial<ModelSpec> {
    const model = join(folder("damaged"), "model.bin");
    writeFileSync(model, change(readFileSync(files.model as string)));
    return { files: { model } };
  }

  test("weights that are no numbers are refused, or say nothing that breaks a recording", async () => {
    const { files } = damaged(ggmlModel(join(place, "told")), (file) =>
      file.fill(0xff, file.length - 400_000),
    );
    const engine = startModel(
      ggmlModel(join(place, "told"), { ...(files && { files }), knowsWarmUpLanguage: false }),
    );
    const outcome = await engine.ready().then(
      () => hear(engine),
      (failure) => failure,
    );
    expect(outcome).toSatisfy(
      (told: Recognition | Error) =>
        "pieces" in told || /engine_unavailable/.test(String((told as { code?: string }).code)),
    );
    await engine.close();
  });
});
