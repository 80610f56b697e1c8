/** The protocol of parent and speaker host, in the frames of `protocol.ts`. */
import { z } from "zod";

/** The networks as the engine loads them; file paths are absolute. */
const speakerModelSchema = z.strictObject({
  /** `id@version` of the packs, for logs and results. */
  id: z.string(),
  /** Who speaks when inside one window, distinguished but not named. */
  segmentation: z.string(),
  /** The embedding of a voice. */
  embedding: z.string(),
  /** The length of audio that the segmentation network hears at once. */
  windowSeconds: z.number().positive(),
  /** How sure the voice-activity detector must be of speech; null if the segmentation network judges alone. */
  speechThreshold: z.number().gt(0).lt(1).nullable(),
});

export const speakerInitSchema = z.strictObject({
  model: speakerModelSchema,
  sherpaAddonPath: z.string(),
  vadModelPath: z.string(),
  threads: z.number().int().positive(),
  /** Added to the host's priority value. */
  niceness: z.number().int().min(0).max(19),
});

export const speakerOpenSchema = z.object({
  /** Position in the recording of the first sample that follows. */
  startSample: z.number().int().min(0),
});

const seconds = z.number().min(0);

/** One message, so that no crash can come between a window and the position that says it is delivered. */
export const speakerSettledSchema = z.object({
  /** Everything before this position of the recording is finished with: the next window begins there. */
  untilSample: z.number().int().min(0),
  stretches: z.array(
    z.object({
      startSeconds: seconds,
      endSeconds: seconds,
      voices: z.array(
        z.object({
          startSeconds: seconds,
          endSeconds: seconds,
          embedding: z.array(z.number()).nullable(),
          heardSeconds: seconds,
        }),
      ),
    }),
  ),
});

export type SpeakerModelSpec = z.output<typeof speakerModelSchema>;
export type SpeakerInit = z.output<typeof speakerInitSchema>;
export type SpeakerSettled = z.output<typeof speakerSettledSchema>;
