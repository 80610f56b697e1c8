/** Who speaks when, as it is known, in place of what the segmentation network hears: what the voices alone lose. */

import { analyseWindow } from "../../../src/engine/host/speakers/analyse-window.ts";
import type { SpeakerNetworks } from "../../../src/engine/host/speakers/speaker-networks.ts";
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
  const embed: SpeakerNetworks["embed"] = (parts, sampleRate) => networks.embed(parts, sampleRate);
  const windows = new Windows(0, WINDOW_SECONDS * RATE);
  const stretches: Stretch[] = [];
  for (let next = windows.next(samples.length, true); next; next = windows.next(samples.length, true)) {
    const from = next.fromSample / RATE;
    const window = new Float32Array(WINDOW_SECONDS * RATE);
    for (const [i, sample] of samples.subarray(next.fromSample, next.untilSample).entries())
      window[i] = sample / 32_768;
    const segment = () =>
      turns
        .map((turn) => ({
          start: Math.max(0, turn.startSeconds - from),
          end: Math.min(WINDOW_SECONDS, turn.endSeconds - from),
          speaker: names.indexOf(turn.speaker),
        }))
        .filter(({ start, end }) => end > start);
    const own = {
      startSeconds: next.ownFromSample / RATE - from,
      endSeconds: next.ownUntilSample / RATE - from,
    };
    const shift = <T extends { startSeconds: number; endSeconds: number }>(span: T): T => ({
      ...span,
      startSeconds: span.startSeconds + from,
      endSeconds: span.endSeconds + from,
    });
    for (const stretch of analyseWindow({ segment, embed }, window, next.untilSample / RATE - from, own))
      stretches.push({ ...shift(stretch), voices: stretch.voices.map(shift) });
  }
  return { stretches, durationSeconds: samples.length / RATE, modelId: "known turns" };
}
