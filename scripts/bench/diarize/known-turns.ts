/** Who speaks when, as it is known, in place of what the segmentation network hears: what the voices alone lose. */

import type { SpeakerNetworks } from "../../../src/engine/host/backends/speaker-networks.ts";
import { analyseWindow } from "../../../src/engine/host/speakers/analyse-window.ts";
import { Windows } from "../../../src/engine/host/speakers/windows.ts";
import type { SpeakerAnalysis, Stretch } from "../../../src/engine/speakers/speaker-engine.ts";
import type { Conversation } from "./conversations.ts";

const RATE = 16_000;
const WINDOW_SECONDS = 10;

export function analyseKnownTurns(
  networks: Pick<SpeakerNetworks, "embed">,
  { samples, turns }: Conversation,
): SpeakerAnalysis {
  const names = [...new Set(turns.map(({ speaker }) => speaker))];
  const known: SpeakerNetworks = {
    embed: (parts, sampleRate) => networks.embed(parts, sampleRate),
    segment: (_, fromSample) =>
      turns.map(({ startSeconds, endSeconds, speaker }) => ({
        start: Math.max(0, startSeconds - fromSample / RATE),
        end: Math.min(WINDOW_SECONDS, endSeconds - fromSample / RATE),
        speaker: names.indexOf(speaker),
      })),
  };
  const windows = new Windows(0, WINDOW_SECONDS * RATE);
  const stretches: Stretch[] = [];
  for (let next = windows.next(samples.length, true); next; next = windows.next(samples.length, true)) {
    const heard = new Float32Array(WINDOW_SECONDS * RATE);
    for (const [i, sample] of samples.subarray(next.fromSample, next.untilSample).entries())
      heard[i] = sample / 32_768;
    stretches.push(...analyseWindow(known, heard, next));
  }
  return { stretches, durationSeconds: samples.length / RATE, modelId: "known turns" };
}
