/**
 * Measures the diarization error rate of two networks through sherpa-onnx itself, over a folder of WAV files with RTTM turns.
 *
 *   bun scripts/train-starter/speakers/measure-diarization.ts NETWORKS FOLDER [THRESHOLD...]
 *
 * NETWORKS holds segmentation.onnx and embedding.onnx. Overlap counts; with and without a collar of 250 ms.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Clustering, OfflineSpeakerDiarization, readWave } from "sherpa-onnx-node";
import { diarizationError, rateOf, type Turn } from "../../bench/diarize/error-rate.ts";
import { COLLAR_SECONDS, sumErrors } from "../../bench/diarize/measure.ts";
import { parseRttm } from "../../bench/diarize/recordings.ts";

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

function measure(
  networks: string,
  folder: string,
  name: string,
  clustering: (speakers: number) => Clustering,
): void {
  const files = readdirSync(folder).filter((entry) => entry.endsWith(".rttm"));
  const measured = files.sort().map((file) => {
    const truth = [...parseRttm(readFileSync(join(folder, file), "utf8")).values()].flat();
    const speakers = speakersIn(truth);
    const found = diarize(networks, join(folder, file.replace(".rttm", ".wav")), clustering(speakers));
    return {
      speakers,
      speakersFound: speakersIn(found),
      exact: diarizationError(truth, found, 0),
      forgiving: diarizationError(truth, found, COLLAR_SECONDS),
    };
  });
  const rate = (which: "exact" | "forgiving") =>
    percent(rateOf(sumErrors(measured.map((one) => one[which]))));
  const right = measured.filter(({ speakers, speakersFound }) => speakers === speakersFound).length;
  const each = measured.map((one) => `${one.speakers}:${one.speakersFound}:${percent(rateOf(one.exact))}`);
  console.log(
    `${name}: error ${rate("exact")}, with collar ${rate("forgiving")}, right count in ${right} of ${files.length} ` +
      `(true:found:error ${each.join(" ")})`,
  );
}

function speakersIn(turns: readonly Turn[]): number {
  return new Set(turns.map(({ speaker }) => speaker)).size;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

const [networks, folder, ...thresholds] = process.argv.slice(2);
if (networks === undefined || folder === undefined) throw new Error("Which networks, and which folder?");
measure(networks, folder, "speakers known", (speakers) => ({ numClusters: speakers }));
for (const threshold of thresholds.map(Number))
  measure(networks, folder, `threshold ${threshold}`, () => ({ numClusters: -1, threshold }));
