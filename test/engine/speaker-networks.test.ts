/** The speaker networks that ship with tiro, in sherpa-onnx itself. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Clustering, DiarizedTurn } from "sherpa-onnx-node";
import { nativeFiles } from "../../native/from-clone.ts";
import { openAddon } from "../../src/engine/host/backends/sherpa/addon.ts";
import { loadPack, packFiles } from "../../src/packs/load-pack.ts";
import { verifyPack } from "../../src/packs/verify.ts";
import { wavSamples } from "./support.ts";

const addon = openAddon(nativeFiles().sherpaAddon);
const MODELS = join(import.meta.dir, "../../models");
const SEGMENTATION = join(MODELS, "starter-speaker-segmentation");
const EMBEDDING = join(MODELS, "starter-speaker-embedding");

/** Two voices in turns, by the recording's script; seconds. */
const CONVERSATION = join(import.meta.dir, "../audio/conversation_two_speakers.wav");
const TURNS = [
  { speaker: "A", start: 0.5, end: 3.31 },
  { speaker: "B", start: 4.26, end: 6.4 },
  { speaker: "A", start: 7.35, end: 10.12 },
  { speaker: "B", start: 11.07, end: 14.62 },
  { speaker: "A", start: 15.57, end: 18.5 },
  { speaker: "B", start: 19.45, end: 22.82 },
  { speaker: "A", start: 23.77, end: 25.88 },
  { speaker: "B", start: 26.83, end: 28.98 },
];

function diarize(samples: Float32Array, clustering: Clustering, numThreads = 1): DiarizedTurn[] {
  const model = (folder: string) => String(packFiles(loadPack(folder)).model);
  const diarization = addon.createOfflineSpeakerDiarization({
    segmentation: { pyannote: { model: model(SEGMENTATION) }, numThreads },
    embedding: { model: model(EMBEDDING), numThreads },
    clustering,
  });
  return addon.offlineSpeakerDiarizationProcess(diarization, samples);
}

/** Seconds of a span that one found speaker talks. */
function sharedSeconds(found: DiarizedTurn[], speaker: number, span: { start: number; end: number }): number {
  return found
    .filter((turn) => turn.speaker === speaker)
    .reduce(
      (sum, turn) => sum + Math.max(0, Math.min(turn.end, span.end) - Math.max(turn.start, span.start)),
      0,
    );
}

describe.each([
  ["segmentation", SEGMENTATION, "pyannote_segmentation"],
  ["embedding", EMBEDDING, "speaker_embedding"],
])("the pack of the %s network", (_, folder, kind) => {
  test("loads, small, and every checksum is right", async () => {
    const pack = loadPack(folder);
    expect(pack.manifest).toMatchObject({ kind, files: { model: { bytes: expect.any(Number) } } });
    expect(Bun.file(join(folder, "model.onnx")).size).toBeLessThan(5_000_000);
    expect(await verifyPack(pack)).toEqual([]);
  });
});

describe("both networks in sherpa-onnx", () => {
  const samples = Float32Array.from(wavSamples(CONVERSATION), (sample) => sample / 32_768);

  test("give each turn of two voices to the one who talks", () => {
    const found = diarize(samples, { numClusters: 2 });
    const firstSpeaker = found.reduce((first, turn) => (turn.start < first.start ? turn : first)).speaker;
    for (const turn of TURNS) {
      const seconds = turn.end - turn.start;
      const right = turn.speaker === "A" ? firstSpeaker : 1 - firstSpeaker;
      expect(sharedSeconds(found, right, turn) / seconds).toBeGreaterThan(0.9);
      expect(sharedSeconds(found, 1 - right, turn) / seconds).toBeLessThan(0.1);
    }
  });

  test("find nobody in digital silence, nor in 10 ms of anything", () => {
    expect(diarize(new Float32Array(16_000 * 12), { numClusters: 2 })).toEqual([]);
    expect(diarize(samples.slice(16_000, 16_160), { numClusters: 2 })).toEqual([]);
  });

  test("answer the same again, and on two threads", () => {
    const part = samples.slice(0, 16_000 * 12);
    const once = diarize(part, { numClusters: -1, threshold: 0.5 });
    expect(once.length).toBeGreaterThan(2);
    expect(diarize(part, { numClusters: -1, threshold: 0.5 })).toEqual(once);
    expect(diarize(part, { numClusters: -1, threshold: 0.5 }, 2)).toEqual(once);
  });
});
