import type { Config } from "../../config/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { openRecognizer } from "../support/recognizer.ts";
import { type Finding, fail, ok } from "./check.ts";
import { openCheckRecording } from "./check-recording.ts";

/** Lets the speaker networks hear the recognizer's check recording: they load, and somebody is heard. */
export async function checkSpeakers(config: Config): Promise<Finding> {
  const { engine: router, speakers } = openRecognizer(config);
  try {
    const { recording, source } = await openCheckRecording(router, config);
    const begin = systemClock.monotonic();
    const { stretches, modelId } = await speakers.engine.analyse(source.samples);
    const tookMs = systemClock.monotonic() - begin;
    if (stretches.length > 0) return ok(`${modelId} (loaded and heard in ${tookMs.toFixed(0)} ms)`);
    return fail(
      `${modelId} hears nobody in ${recording.audioPath}`,
      "The packs are damaged or do not belong together: run tiro models verify.",
    );
  } finally {
    speakers.engine.close();
    await router.close();
  }
}
