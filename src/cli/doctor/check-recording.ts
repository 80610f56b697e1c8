import { statSync } from "node:fs";
import type { AudioSource } from "../../audio/audio.ts";
import { openAudio } from "../../audio/open-audio.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import type { CheckRecording } from "../../packs/load-pack.ts";
import type { RoutedEngine } from "../../recognition/routed-engine.ts";
import { routedSpeech } from "../../recognition/speech.ts";
import type { SpeechRouter } from "../../recognition/speech-router.ts";

/** The recording for the check of recognition, its recording opened. @throws `no_model_installed`, and what `openAudio` throws. */
export async function openCheckRecording(
  router: SpeechRouter,
  config: Config,
): Promise<{ engine: RoutedEngine; recording: CheckRecording; source: AudioSource }> {
  const [target] = routedSpeech(router, config.data.dir).targets();
  if (target === undefined) throw new TiroError("no_model_installed", "No model pack can be used.");
  const { audioPath: path } = target.recording;
  const source = await openAudio(
    { path, bytes: statSync(path).size },
    { maxDurationSeconds: limits.dictationDurationSeconds, deadlineMs: config.media.deadline_ms },
  );
  return { ...target, source };
}
