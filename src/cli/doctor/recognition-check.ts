import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { recognizeRecording } from "../../transcription/recognize-recording.ts";
import { wordErrorRate } from "../../transcription/word-error-rate.ts";
import { openRecognizer } from "../support/recognizer.ts";
import { type Finding, fail, ok } from "./check.ts";
import { openCheckRecording } from "./check-recording.ts";

/** Starts the recognizer as the server does and lets it hear the pack's check recording. */
export async function checkRecognition(config: Config): Promise<Finding> {
  const begin = systemClock.monotonic();
  const { engine: router } = openRecognizer(config);
  try {
    await router.ready();
    const loadedMs = systemClock.monotonic() - begin;
    const { engine, recording, source } = await openCheckRecording(router, config);
    const { text: expected } = recording;
    const { text } = await recognizeRecording(engine, source, {
      language: null,
      prompt: null,
      punctuate: false,
    });
    const tookMs = systemClock.monotonic() - begin - loadedMs;
    const times = `loaded in ${loadedMs.toFixed(0)} ms, recognized in ${tookMs.toFixed(0)} ms`;
    if (expected === null || wordErrorRate(expected, text) <= limits.doctorWordErrorRate)
      return ok(`"${text}" (${times})`);
    return fail(
      `heard "${text}" instead of "${expected}" (${times})`,
      "The model or the native libraries are damaged or do not belong together: run tiro models verify.",
    );
  } finally {
    await router.close();
  }
}
