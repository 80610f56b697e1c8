/** A model as the engine loads it and describes it to its hosts; `recognition/model-of-pack.ts` makes it from a pack. */
import { z } from "zod";

export const modelSpecSchema = z.strictObject({
  /** `id@version` of the pack, for health, logs and results. */
  id: z.string(),
  /** The pack's kind; `host/backends/registry.ts` says which library loads it. */
  kind: z.string(),
  /** Roles (`model`, `tokens`, …) to absolute paths. */
  files: z.record(z.string(), z.string()),
  /** The model's options, such as its language, under the names of `pack.json`. */
  options: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  sampleRate: z.number().int().positive(),
  featureDim: z.number().int().positive(),
  /** Codes of the languages that the model recognizes, as its manifest writes them. */
  languages: z.array(z.string()),
  /** The longest piece, in seconds, that the model decodes well. At most `limits.decodeSeconds`. */
  longestInputSeconds: z.number().positive(),
  /** Whether the model says when each token was spoken; otherwise words are spread over their piece. */
  tokenTimes: z.boolean(),
  /** Whether `RecognizeOptions.hotwords` reach the model. */
  takesHotwords: z.boolean(),
  /** A 16 kHz mono PCM16 WAV file with a few seconds of speech, decoded before ready. */
  warmUpRecording: z.string(),
  /** Whether that speech is in one of the model's languages: then it must recognize something. */
  knowsWarmUpLanguage: z.boolean(),
});

export type ModelSpec = z.output<typeof modelSpecSchema>;
