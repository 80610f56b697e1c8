/** Whether a recognizer hears what its check recording says. */
import { statSync } from "node:fs";
import { openAudio } from "../../audio/open-audio.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { CheckRecording } from "../../packs/load-pack.ts";
import type { RoutedEngine } from "../../recognition/routed-engine.ts";
import { recognizeRecording } from "../../transcription/recognize-recording.ts";
import { wordErrorRate } from "../../transcription/word-error-rate.ts";

/** @throws OperatorError `pack_mismatch` if it heard something else, and what recognition throws. */
export async function requireHearing(
  { media, engine: { sandbox } }: Pick<Config, "media" | "engine">,
  engine: RoutedEngine,
  { audioPath: path, text }: CheckRecording,
  signal: AbortSignal,
): Promise<void> {
  const source = await openAudio(
    { path, bytes: statSync(path).size },
    {
      ...{
        maxDurationSeconds: limits.transcriptionDurationSeconds,
        deadlineMs: media.deadline_ms,
        sandbox,
        signal,
      },
      ...(media.wasm_path && { wasmDir: media.wasm_path }),
    },
  );
  const heard = await recognizeRecording(engine, source, {
    // In the process that is always there: a check needs none of its own.
    ...{ language: null, prompt: null, punctuate: false, lane: "interactive", signal },
  });
  if (text === null || wordErrorRate(text, heard.text) <= limits.functionalWordErrorRate) return;
  throw new OperatorError("pack_mismatch", "The pack does not recognize its check recording.", {
    hint: `It heard "${heard.text}" where "${text}" is spoken.`,
  });
}
