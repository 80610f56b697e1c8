/** The rules on length that hold for every container. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/** @throws TiroError `audio_too_short` below 10 ms. */
export function checkLongEnough(durationSeconds: number): void {
  if (durationSeconds >= limits.minimumDurationSeconds) return;
  // Rounded down, so that what is too short never reads as long enough.
  const milliseconds = Math.floor(durationSeconds * 10_000 + 1e-6) / 10;
  throw new TiroError(
    "audio_too_short",
    `The recording holds ${milliseconds} ms of audio; at least ${limits.minimumDurationSeconds * 1000} ms are needed.`,
    { param: "file" },
  );
}

/**
 * @param atLeast whether the recording may be longer still.
 * @throws TiroError `audio_too_long`.
 */
export function checkShortEnough(durationSeconds: number, maxDurationSeconds: number, atLeast = false): void {
  if (durationSeconds <= maxDurationSeconds) return;
  throw new TiroError(
    "audio_too_long",
    `The recording lasts ${atLeast ? "more than " : ""}${spoken(durationSeconds)}; at most ${spoken(maxDurationSeconds)} are accepted.`,
    { param: "file" },
  );
}

/** As hours, minutes and seconds; rounded up to hundredths, so that what is over a limit never reads as equal to it. */
function spoken(seconds: number): string {
  const hundredths = Math.ceil(seconds * 100 - 1e-6);
  const whole = Math.floor(hundredths / 100);
  const clock = [whole / 3600, (whole / 60) % 60, whole % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  const rest = hundredths % 100;
  return clock.join(":") + (rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`);
}
