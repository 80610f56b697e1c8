import { TiroError } from "../lib/errors.ts";

/** @param message what is wrong with the file, as its sender can understand and mend it. */
export function invalidAudio(message: string, cause?: unknown): TiroError {
  return new TiroError("invalid_audio", message, { param: "file", cause });
}
