/** What a model pack's `pack.json` says. */
import { z } from "zod";
import { limits } from "../config/limits.ts";

/** Relative, inside the pack, no way out of it. */
const insidePath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/, "must be a path inside the pack");

const packFile = z.strictObject({
  path: insidePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits"),
  bytes: z.number().int().min(1),
});

const languageCode = z.string().regex(/^[a-z]{2,3}$/, "must be an ISO 639 code");

export const manifestSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9.]+)*$/, "must be lower-case words with hyphens"),
  version: z.string().regex(/^\d+\.\d+\.\d+$/, "must be three numbers with points"),
  description: z.string().min(1).max(1000),
  /** The sherpa-onnx model family. */
  kind: z.enum(["nemo_ctc"]),
  languages: z.array(languageCode).min(1).max(2000),
  sample_rate: z.literal(16_000),
  /** What the recognizer loads, by role. */
  files: z.strictObject({ model: packFile, tokens: packFile }),
  /** What people read about the model: origin, accuracy, limits. */
  card: packFile,
  /** SPDX identifier, or the licence's name. */
  licence: z.string().min(1).max(200),
  source: z.string().min(1).max(1000),
  decoding: z.strictObject({
    feature_dim: z.number().int().min(1).max(1024),
    longest_input_seconds: z.number().min(1).max(limits.decodeSeconds),
  }),
  /** A recording and what the model makes of it: warm-up, `tiro doctor`, functional health. */
  check: z.strictObject({ audio: packFile, text: z.string().min(1).max(1000) }),
});

export type Manifest = z.output<typeof manifestSchema>;
export type PackFile = z.output<typeof packFile>;

/** Every file that the pack names. */
export function manifestFiles(manifest: Manifest): PackFile[] {
  return [...Object.values(manifest.files), manifest.card, manifest.check.audio];
}
