/** Models that hear speech as it comes, one tiny one of each kind, through the engine host and sherpa-onnx. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ModelEngine } from "../../src/engine/engine.ts";
import type { LiveEvent } from "../../src/engine/live.ts";
import { testFolder } from "../support/folders.ts";
import { describeEngine } from "./conformance.ts";
import { ENDPOINTING, expectInOrder, followsSpeech, utterancesOf } from "./live-conformance.ts";
import { modelIn, startModel } from "./models/engine.ts";
import {
  writeCausalNemoCtc,
  writeStreamingNemoCtc,
  writeStreamingParaformer,
  writeStreamingTransducer,
  writeStreamingZipformerCtc,
} from "./models/streaming.ts";
import type { Frame } from "./models/transducers.ts";
import { blocks, clip, joined, silence } from "./support.ts";

const place = testFolder();

const ONE = { model: "model.onnx", tokens: "tokens.txt" };
const PAIR = { encoder: "encoder.onnx", decoder: "decoder.onnx", tokens: "tokens.txt" };

/** Two words, a second apart. */
const FRAMES: Frame[] = [{ "▁A": 8 }, { N: 8 }, { E: 8 }, ...Array(22).fill({}), { "▁B": 8 }, { E: 8 }];
const spoken = { tokens: ["<blk>", "<unk>", "▁A", "E", "N", "▁B"], frames: FRAMES };
const nemo = { tokens: ["▁A", "E", "N", "▁B", "<blk>"], frames: FRAMES };

const KINDS: {
  kind: string;
  write: (folder: string) => void;
  files: Record<string, string>;
  timed: boolean;
}[] = [
  {
    kind: "streaming_transducer",
    write: (folder) => writeStreamingTransducer(folder, spoken),
    files: { ...PAIR, joiner: "joiner.onnx" },
    timed: true,
  },
  {
    kind: "streaming_zipformer_ctc",
    write: (folder) => writeStreamingZipformerCtc(folder, spoken),
    files: ONE,
    timed: true,
  },
  {
    kind: "streaming_nemo_ctc",
    write: (folder) => writeStreamingNemoCtc(folder, nemo),
    files: ONE,
    timed: true,
  },
  {
    kind: "streaming_paraformer",
    write: (folder) => writeStreamingParaformer(folder, ["ANE", "BE"]),
    files: PAIR,
    timed: false,
  },
];

function start(kind: string, write: (folder: string) => void, files: Record<string, string>, timed = true) {
  const folder = join(place, `${kind} ${Bun.randomUUIDv7()}`);
  mkdirSync(folder);
  write(folder);
  const options = { tail_seconds: 0.8, punctuated: false };
  return startModel(modelIn(folder, kind, files, { tokenTimes: timed, options }));
}

const speech = clip("synth_10_rms.wav").samples;
const recording = joined(silence(1), speech, silence(3), speech, silence(1));

async function live(engine: ModelEngine, samples: Int16Array): Promise<LiveEvent[]> {
  const stream = await engine.openLive({ endpointing: ENDPOINTING, partials: true, mustAdmit: true });
  const events = Array.fromAsync(stream.events);
  stream.append(samples);
  stream.end();
  const told = await events;
  expect(stream.position.settledSamples).toBe(samples.length);
  return told;
}

describe.each(KINDS.map((each): [string, (typeof KINDS)[number]] => [each.kind, each]))(
  "a %s model",
  (kind, { write, files, timed }) => {
    let engine: ModelEngine;
    beforeAll(async () => {
      engine = start(kind, write, files, timed);
      await engine.ready();
    });
    afterAll(() => engine.close());

    test("hears recordings and live speech", async () => {
      const { pieces } = await engine.recognize(blocks(recording), { lane: "batch" });
      expect(pieces.map(({ text }) => text)).toEqual(["ANE BE", "ANE BE"]);
      const events = await live(engine, recording);
      expectInOrder(events);
      expect(utterancesOf(events).map(({ text }) => text)).toEqual(["ANE BE", "ANE BE"]);
    });

    // The library hears both CTC models, and the causal one below, in the same way.
    if (!kind.endsWith("_ctc")) followsSpeech({ engine: () => engine, isKnown: false });
  },
);

// The others say the same of all that they hear.
describeEngine(
  "a causal streaming_nemo_ctc model",
  () => start("streaming_nemo_ctc", writeCausalNemoCtc, ONE),
  {
    modelId: "streaming_nemo_ctc@",
    textOf: null,
  },
);

test("what a causal network says of a stream does not depend on others in its batch", async () => {
  const engine = start("streaming_nemo_ctc", writeCausalNemoCtc, ONE);
  try {
    await engine.ready();
    const said = async (samples: Int16Array) =>
      utterancesOf(await live(engine, samples)).map(({ text }) => text);
    const other = joined(clip("synth_02_rms.wav").samples, silence(1));
    const [alone, otherAlone] = [await said(recording), await said(other)];
    expect(alone).toHaveLength(2);
    expect(otherAlone.join("").length).toBeGreaterThan(5);
    const together = await Promise.all(
      Array.from({ length: 4 }, (_, i) => said(i % 2 === 0 ? recording : other)),
    );
    together.forEach((texts, i) => {
      expect(texts).toEqual(i % 2 === 0 ? alone : otherAlone);
    });
  } finally {
    await engine.close();
  }
});
