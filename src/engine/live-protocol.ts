/** The protocol of a live stream between parent and engine host; see `protocol.ts`. */
import { z } from "zod";
import { limits } from "../config/limits.ts";

const seconds = z.number().min(0);
const sample = z.number().int().min(0);
const terms = z.array(z.string().max(limits.hotwordChars)).max(limits.hotwords);

export const wordSchema = z.object({
  text: z.string(),
  startSeconds: seconds,
  endSeconds: seconds,
  logProbs: z.array(z.number()).optional(),
  noSpeechShare: z.number().min(0).max(1).optional(),
});

const liveWordSchema = wordSchema.extend({ spaced: z.boolean() });

export const hostLiveSettingsSchema = z.object({
  /** One of the model's, or null if it takes none. */
  language: z.string().nullable(),
  hotwords: terms,
  phrases: terms,
  endpointing: z
    .object({
      threshold: z.number().min(0).max(1),
      prefixPaddingMs: z.number().min(0),
      silenceDurationMs: z.number().min(0),
    })
    .nullable(),
  holdBackMs: z.number().min(0),
  partials: z.boolean(),
});

/** The utterance that was begun, as a fresh host continues with it. */
const begunSchema = z.object({
  startSample: sample,
  /** Where it ended; null if it continues. */
  stopSample: sample.nullable(),
  /** Whether it has words already, so that the next ones are separated from them. */
  hasWords: z.boolean(),
});

export const liveOpeningSchema = z.object({
  settings: hostLiveSettingsSchema,
  /** The number of the utterance that was begun, or else of the next one. */
  utterance: z.number().int().min(0),
  begun: begunSchema.nullable(),
  /** Final words of the audio that follows, in order: they are not reported again. */
  said: z.array(liveWordSchema).max(limits.liveWordsKept),
});

/** To the host, in its place between the audio. */
export const liveControlSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("commit") }),
  z.object({ type: z.literal("clear") }),
  z.object({ type: z.literal("configure"), settings: hostLiveSettingsSchema }),
]);

const utterance = z.number().int().min(0);
const liveMessageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("speech_started"), utterance, atSeconds: seconds }),
  z.object({ type: z.literal("speech_stopped"), utterance, atSeconds: seconds }),
  z.object({ type: z.literal("partial"), utterance, text: z.string() }),
  z.object({
    type: z.literal("words"),
    utterance,
    text: z.string(),
    words: z.array(liveWordSchema),
  }),
  z.object({
    type: z.literal("utterance"),
    utterance,
    startSeconds: seconds,
    endSeconds: seconds,
    language: z.string().nullable(),
  }),
]);

/** One message, so that no crash can come between words and the state that says that they were reported. */
export const heardSchema = z.object({
  /** A fresh host begins here. */
  untilSample: sample,
  utterance,
  begun: begunSchema.nullable(),
  /** How many of the last final words lie after `untilSample`. */
  keptWords: z.number().int().min(0).max(limits.liveWordsKept),
  /** Commits, clearings and settings since the stream was opened that are done with. */
  controlsDone: z.number().int().min(0),
  /** Since the last message: what decodes took of the processors, and how much speech there was. */
  processorMs: z.number().min(0),
  speechSeconds: seconds,
  events: z.array(liveMessageSchema),
});

export type HostLiveSettings = z.output<typeof hostLiveSettingsSchema>;
export type LiveOpening = z.output<typeof liveOpeningSchema>;
export type LiveControl = z.output<typeof liveControlSchema>;
export type LiveHeard = z.output<typeof heardSchema>;
export type LiveMessage = z.output<typeof liveMessageSchema>;
export type LiveWord = z.output<typeof liveWordSchema>;
export type Begun = z.output<typeof begunSchema>;
