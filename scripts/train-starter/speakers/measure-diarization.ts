/**
 * Measures the diarization error rate of two networks through sherpa-onnx itself, over a folder of WAV files with RTTM turns.
 *
 *   bun scripts/train-starter/speakers/measure-diarization.ts NETWORKS FOLDER [THRESHOLD...]
 *
 * NETWORKS holds segmentation.onnx and embedding.onnx. Error: missed, falsely found and wrongly given speech over all
 * speech, overlap counted, with and without a collar of 250 ms around the true edges; speakers matched as well as can be.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clustering, OfflineSpeakerDiarization, readWave } from "sherpa-onnx-node";

interface Turn {
  speaker: string;
  startSeconds: number;
  endSeconds: number;
}

const STEP_SECONDS = 0.01;
const COLLAR_SECONDS = 0.25;

function readTurns(path: string): Turn[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("SPEAKER"))
    .map((line) => {
      const fields = line.split(/\s+/);
      const startSeconds = Number(fields[3]);
      return { speaker: fields[7] ?? "", startSeconds, endSeconds: startSeconds + Number(fields[4]) };
    });
}

function diarize(networks: string, wav: string, clustering: Clustering): Turn[] {
  const wave = readWave(wav);
  const diarization = new OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: join(networks, "segmentation.onnx") }, numThreads: 1 },
    embedding: { model: join(networks, "embedding.onnx"), numThreads: 1 },
    clustering,
    minDurationOn: 0.2,
    minDurationOff: 0.4,
  });
  return diarization.process(wave.samples).map(({ speaker, start, end }) => ({
    speaker: String(speaker),
    startSeconds: start,
    endSeconds: end,
  }));
}

/** For each step of 10 ms the speakers who talk, one track of marks a speaker. */
function tracks(turns: Turn[], steps: number): Uint8Array[] {
  const bySpeaker = new Map<string, Uint8Array>();
  for (const { speaker, startSeconds, endSeconds } of turns) {
    const track = bySpeaker.get(speaker) ?? new Uint8Array(steps);
    track.fill(1, Math.round(startSeconds / STEP_SECONDS), Math.round(endSeconds / STEP_SECONDS));
    bySpeaker.set(speaker, track);
  }
  return [...bySpeaker.values()];
}

/** Steps that count: all, or those far enough from every true edge. */
function counted(truth: Turn[], steps: number, collarSeconds: number): Uint8Array {
  const mask = new Uint8Array(steps).fill(1);
  if (collarSeconds === 0) return mask;
  for (const edge of truth.flatMap((turn) => [turn.startSeconds, turn.endSeconds]))
    mask.fill(
      0,
      Math.max(0, Math.round((edge - collarSeconds) / STEP_SECONDS)),
      Math.round((edge + collarSeconds) / STEP_SECONDS),
    );
  return mask;
}

/** The most steps that a matching of true and found speakers can share, by trying all of them. */
function bestShared(shared: number[][], row = 0, taken = 0): number {
  const line = shared[row];
  if (line === undefined) return 0;
  let best = bestShared(shared, row + 1, taken);
  line.forEach((steps, column) => {
    if (taken & (1 << column)) return;
    best = Math.max(best, steps + bestShared(shared, row + 1, taken | (1 << column)));
  });
  return best;
}

function errorRate(truth: Turn[], found: Turn[], collarSeconds: number): { wrong: number; total: number } {
  const end = Math.max(...[...truth, ...found].map((turn) => turn.endSeconds)) + 1;
  const steps = Math.ceil(end / STEP_SECONDS);
  const mask = counted(truth, steps, collarSeconds);
  const trueTracks = tracks(truth, steps);
  const foundTracks = tracks(found, steps);
  const shared = trueTracks.map((one) =>
    foundTracks
      .map((other) =>
        one.reduce((sum, mark, step) => sum + (mark & (other[step] ?? 0) & (mask[step] ?? 0)), 0),
      )
      .slice(0, 20),
  );
  let larger = 0;
  let total = 0;
  for (let step = 0; step < steps; step++) {
    if (!mask[step]) continue;
    const talking = trueTracks.reduce((sum, track) => sum + (track[step] ?? 0), 0);
    larger += Math.max(
      talking,
      foundTracks.reduce((sum, track) => sum + (track[step] ?? 0), 0),
    );
    total += talking;
  }
  return { wrong: larger - bestShared(shared), total };
}

function measure(
  networks: string,
  folder: string,
  name: string,
  clustering: (speakers: number) => Clustering,
): void {
  const sums = { wrong: 0, total: 0, wrongCollar: 0, totalCollar: 0, rightCount: 0, files: 0 };
  const counts: string[] = [];
  for (const file of readdirSync(folder)
    .filter((entry) => entry.endsWith(".rttm"))
    .sort()) {
    const truth = readTurns(join(folder, file));
    const speakers = new Set(truth.map((turn) => turn.speaker)).size;
    const found = diarize(networks, join(folder, file.replace(".rttm", ".wav")), clustering(speakers));
    const exact = errorRate(truth, found, 0);
    const forgiving = errorRate(truth, found, COLLAR_SECONDS);
    sums.wrong += exact.wrong;
    sums.total += exact.total;
    sums.wrongCollar += forgiving.wrong;
    sums.totalCollar += forgiving.total;
    const foundSpeakers = new Set(found.map((turn) => turn.speaker)).size;
    sums.rightCount += Number(foundSpeakers === speakers);
    sums.files++;
    counts.push(`${speakers}:${foundSpeakers}:${((100 * exact.wrong) / exact.total).toFixed(0)}`);
  }
  const percent = (wrong: number, total: number) => `${((100 * wrong) / total).toFixed(1)} %`;
  console.log(
    `${name}: error ${percent(sums.wrong, sums.total)}, with collar ${percent(sums.wrongCollar, sums.totalCollar)}, ` +
      `right count in ${sums.rightCount} of ${sums.files} (true:found:error ${counts.join(" ")})`,
  );
}

const [networks, folder, ...thresholds] = process.argv.slice(2);
if (networks === undefined || folder === undefined) throw new Error("Which networks, and which folder?");
measure(networks, folder, "speakers known", (speakers) => ({ numClusters: speakers }));
for (const threshold of thresholds.map(Number))
  measure(networks, folder, `threshold ${threshold}`, () => ({ numClusters: -1, threshold }));
