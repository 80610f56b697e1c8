/** Recordings and their transcripts on the wire. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { isPrintable } from "../lib/visible-names.ts";
import { idOf, isoTime, listOf, oneOf, text } from "../lib/wire.ts";
import { RECORDING_SOURCES, RECORDING_STATES } from "../store/recordings/recordings.ts";
import { SHARE_ROLES } from "../store/recordings/shares.ts";

const seconds = (what: string) =>
  z
    .number("must be a number")
    .min(0, "must not be negative")
    .max(limits.transcriptSeconds, "is too large")
    .describe(what);
const SPEAKER = /^spk_(?:0|[1-9]\d{0,2})$/;
const speakerId = z.string().regex(SPEAKER, "must be spk_ and a number below 1,000");
const speakerName = text(1, limits.speakerNameChars)
  .regex(/^\P{Cc}*$/u, "must be one line")
  .refine(isPrintable, "must have no invisible characters");

export const TranscriptWord = z.strictObject({
  word: text(1, limits.transcriptWordChars)
    .regex(/^(?!\s)[^\p{Cc}]*(?<!\s)$/u, "must be without control characters and spaces around it")
    .describe("As it is shown, with its marks."),
  start: seconds("From the beginning of the recording."),
  end: seconds("From the beginning of the recording."),
  confidence: z.number().min(0).max(1).optional().describe("How sure the recognizer is."),
  glued: z.literal(true).optional().describe("No space stands before it."),
});
export type TranscriptWord = z.infer<typeof TranscriptWord>;

const segmentId = z.string().regex(/^[a-z0-9]{1,24}$/, "must be 1 to 24 small letters and digits");

export const TranscriptSegment = z.strictObject({
  id: segmentId.describe("Of a new one: `x` and random letters and digits."),
  speaker: speakerId.nullable(),
  start: seconds("From the beginning of the recording."),
  end: seconds("From the beginning of the recording."),
  words: z.array(TranscriptWord).max(limits.segmentWords, `must be at most ${limits.segmentWords} words`),
});
export type TranscriptSegment = z.infer<typeof TranscriptSegment>;

export const TranscriptChange = z.strictObject({
  replace: z
    .array(segmentId)
    .max(limits.transcriptChangedSegments, "are too many segments")
    .describe("Neighbouring segments, in their order; none to insert."),
  after: segmentId
    .nullable()
    .describe("Only if nothing is replaced: the segment after which to insert; null: before all."),
  with: z.array(TranscriptSegment).max(limits.transcriptChangedSegments, "are too many segments"),
});
export type TranscriptChange = z.infer<typeof TranscriptChange>;

const speakerNames = z.record(speakerId, speakerName.nullable());

export const TranscriptSave = z.strictObject({
  base_revision: z.int("must be a whole number").min(0, "must not be negative"),
  changes: z.array(TranscriptChange).max(limits.transcriptChanges, "are too many changes"),
  speakers: speakerNames.optional().describe("Names, by speaker; the others stay."),
});
export type TranscriptSave = z.infer<typeof TranscriptSave>;

export const SavedTranscript = z.object({
  object: z.literal("saved_transcript"),
  revision: z.int().min(0),
  merged: z.array(TranscriptChange).describe("Others' changes since the base revision."),
  speakers: speakerNames.describe("Those that others named since the base revision."),
});
export type SavedTranscript = z.infer<typeof SavedTranscript>;

export const Speaker = z.object({ id: speakerId, name: z.string().nullable() });
export type Speaker = z.infer<typeof Speaker>;

export const RecordingTranscript = z.object({
  object: z.literal("recording_transcript"),
  recording_id: idOf("rec"),
  revision: z.int().min(0),
  speakers: z.array(Speaker),
  data: z.array(TranscriptSegment),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
export type RecordingTranscript = z.infer<typeof RecordingTranscript>;

const role = oneOf(SHARE_ROLES);
export const shareRole = role;
export const Share = z.object({
  user_id: idOf("usr"),
  name: z.string().describe("The name, or the address of those who have none."),
  role,
});
export type Share = z.infer<typeof Share>;
export const ShareList = z.object({ object: z.literal("list"), data: z.array(Share) });

const access = z.enum(["owner", "editor", "viewer"]).describe("Your rights on it.");
const shared = {
  access,
  shared_with: z.array(Share).describe(`At most ${limits.recordingSharesTold} of them.`),
  shared_count: z.int().min(0),
};
const owned = {
  created_at: isoTime,
  updated_at: isoTime,
  person: idOf("usr").nullable().describe("Whose it is; null: an organization's."),
  organization_id: idOf("org").nullable(),
};

export const RecordingFolder = z.object({
  object: z.literal("recording_folder"),
  id: idOf("fld"),
  name: z.string(),
  ...owned,
  ...shared,
  count: z.int().min(0).describe("Recordings in it that you see."),
});
export type RecordingFolder = z.infer<typeof RecordingFolder>;
const count = z.int().min(0);
export const RecordingFolderList = z.object({
  object: z.literal("list"),
  data: z.array(RecordingFolder),
  counts: z
    .object({ all: count, unfiled: count, archived: count })
    .describe("Of all that you see; those that are archived are in `archived` alone."),
  tags: z.array(z.string()).describe("Of your recordings, the most used first."),
});
export type RecordingFolderList = z.infer<typeof RecordingFolderList>;

export const BulkResult = z.object({
  object: z.literal("bulk_result"),
  changed: count,
  refused: z.array(z.object({ id: z.string(), code: z.string() })),
});
export type BulkResult = z.infer<typeof BulkResult>;

export const PeopleList = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ user_id: idOf("usr"), name: z.string().nullable(), email: z.string() })),
});
export type PeopleList = z.infer<typeof PeopleList>;

export const RecordingMatch = z.object({
  text: z.string().meta({ maxLength: limits.snippetChars, description: "The text around the first hit." }),
  start_seconds: z.number().nullable().describe("Null if a name was found."),
  segment_id: z.string().nullable(),
});
export type RecordingMatch = z.infer<typeof RecordingMatch>;

export const RecordingProgress = z.object({
  seconds_done: z.number(),
  seconds_total: z.number(),
  seconds_left: z.number().nullable(),
  partial_text: z.string().describe("The last words that are settled so far."),
});
export type RecordingProgress = z.infer<typeof RecordingProgress>;

export const Recording = z.object({
  object: z.literal("recording"),
  id: idOf("rec"),
  name: z.string(),
  ...owned,
  folder_id: idOf("fld").nullable(),
  tags: z.array(z.string()),
  archived: z.boolean(),
  language: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  state: z.enum(RECORDING_STATES),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  job_id: z.string().nullable().describe("The transcription that makes, or made, its words."),
  progress: RecordingProgress.nullable().describe("Of one recording alone, while it is worked on."),
  speakers: z.array(Speaker),
  word_count: z.int().min(0),
  revision: z.int().min(0).describe("Grows with every save of the transcript."),
  ...shared,
  audio: z
    .object({
      kind: z.enum(["audio", "video"]),
      content_type: z.string(),
      size: z.int().min(0),
      kept_until: isoTime,
    })
    .nullable(),
  source: z.enum(RECORDING_SOURCES),
  match: RecordingMatch.optional().describe(
    "The place of the words that the search found; only with `query`.",
  ),
});
export type Recording = z.infer<typeof Recording>;
export const RecordingList = listOf(Recording);
export type RecordingList = z.infer<typeof RecordingList>;

/** As an organization's owners see one of a member's: nothing of folders, shares or sound. */
const ReviewedRecording = z.object({
  object: z.literal("reviewed_recording"),
  id: idOf("rec"),
  name: z.string(),
  created_at: isoTime,
  language: z.string().nullable(),
  duration_seconds: z.number().nullable(),
  state: z.enum(RECORDING_STATES),
  word_count: z.int().min(0),
});
export type ReviewedRecording = z.infer<typeof ReviewedRecording>;
export const ReviewedRecordingList = listOf(ReviewedRecording);
export type ReviewedRecordingList = z.infer<typeof ReviewedRecordingList>;

const TranscriptRevision = z.object({
  revision: z.int().min(0),
  person: idOf("usr").nullable().describe("Who saved it; null: the recognizer, or an organization's key."),
  name: z.string().nullable(),
  created_at: isoTime,
});
export const TranscriptRevisionList = listOf(TranscriptRevision);
export type TranscriptRevisionList = z.infer<typeof TranscriptRevisionList>;
