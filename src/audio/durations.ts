/** The rules on length that hold for every container. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/** Throws `audio_too_short` below 10 ms. */
export function checkLongEnough(durationSeconds: number): void {
  if (durationSeconds >= limits.minimumDurationSeconds) return;
  throw new TiroError(
    "audio_too_short",
    `The recording holds ${Math.round(durationSeconds * 1000)} ms of audio; at least ${limits.minimumDurationSeconds * 1000} ms are needed.`,
    { param: "file" },
  );
}

/** Throws `audio_too_long`. @param atLeast whether the recording may be longer still. */
export function checkShortEnough(durationSeconds: number, maxDurationSeconds: number, atLeast = false): void {
  if (durationSeconds <= maxDurationSeconds) return;
  throw new TiroError(
    "audio_too_long",
    `The recording lasts ${atLeast ? "more than " : ""}${spoken(durationSeconds)}; at most ${spoken(maxDurationSeconds)} are accepted.`,
    { param: "file" },
  );
}

function spoken(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60].map((part) =>
    String(part).padStart(2, "0"),
  );
  const rest = (seconds % 60).toFixed(seconds % 1 === 0 ? 0 : 2).padStart(2, "0");
  return `${parts.join(":")}:${rest}`;
}
