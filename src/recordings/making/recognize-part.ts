/** A part of a recording is recognized again. Nothing is stored: callers save what they like as a change. */
import { billedCredentialOf } from "../../accounts/authentication/principal.ts";
import { type AudioSource, SAMPLE_RATE } from "../../audio/audio.ts";
import { wavFile } from "../../audio/wav-file.ts";
import { limits } from "../../config/limits.ts";
import { invalidRequest } from "../../lib/errors.ts";
import { languageOf } from "../../lib/languages.ts";
import { withoutPauses } from "../../lib/slices.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import type { Follower } from "../../transcription/following.ts";
import type { Transcription } from "../../transcription/transcription.ts";
import { findRecording } from "../library/access.ts";
import { newSegmentId } from "../transcript-model/segments.ts";
import type { TranscriptSegment } from "../wire.ts";
import type { Call, MakingDeps, RecognitionWishes } from "./deps.ts";
import { segmentSlices } from "./from-transcription.ts";
import { spooledPart } from "./spooled-sound.ts";
import { fieldsOf } from "./store-job.ts";

/** In seconds. */
export interface Part {
  start: number;
  end: number;
}

export interface PartWishes extends RecognitionWishes {
  /** The id of a pack; the one of the language's route where it is left out. */
  pack?: string | undefined;
}

/**
 * Metered as a transcription of that length.
 * @throws `recording_not_found`, `recording_access_required`, `recording_audio_gone`, `invalid_request`, and what a
 *   transcription may meet.
 */
export async function recognizePart(
  deps: MakingDeps,
  call: Call & { wishes: PartWishes },
  id: string,
  part: Part,
): Promise<TranscriptSegment[]> {
  const { principal, requestId, signal, wishes } = call;
  const { pack } = wishes;
  if (pack !== undefined) requirePack(deps, pack, wishes.language);
  const recording = findRecording(deps.db, principal, id, "editor");
  requirePart(part, recording.durationMs);
  const file = await fileOfPart(deps, recording.number, part, signal);
  const kept = new KeptTranscription();
  await deps.transcription.create(
    {
      requestId,
      account: { id: principal.accountId, keyId: billedCredentialOf(principal.credential) },
      fields: fieldsOf(wishes),
      ...(pack !== undefined && { pack }),
      file,
      idempotencyKey: null,
      signal,
    },
    kept,
  );
  return kept.transcription === null ? [] : shifted(kept.transcription, part.start);
}

function requirePack({ packs }: MakingDeps, id: string, language: string | undefined): void {
  const pack = packs().find((each) => each.id === id);
  if (pack === undefined)
    throw invalidRequest([{ param: "pack", message: "is none of GET /v1/recordings/recognizers" }]);
  const code = language === undefined ? null : languageOf(language);
  if (code !== null && !pack.languages.includes(code))
    throw invalidRequest([{ param: "pack", message: "does not recognize the language" }]);
}

function requirePart({ start, end }: Part, durationMs: number | null): void {
  const most = limits.selectionSeconds;
  if (!(start < end)) throw invalidRequest([{ param: "end", message: "must be behind start" }]);
  if (end - start > most)
    throw invalidRequest([{ param: "end", message: `must be at most ${most} seconds behind start` }]);
  if (durationMs !== null && start * 1000 >= durationMs)
    throw invalidRequest([{ param: "start", message: "is behind the end of the recording" }]);
}

/** As a plain WAV file, which the transcription takes over. */
async function fileOfPart(
  deps: MakingDeps,
  recording: number,
  part: Part,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const { openAudio, spool, config } = deps;
  const { file: kept, beginsAt } = await spooledPart(deps, recording, part, signal);
  const writer = spool.create();
  try {
    const source = await openAudio(kept, {
      maxDurationSeconds: limits.transcriptionDurationSeconds,
      deadlineMs: config.media.deadline_ms,
      inspectionDeadlineMs: config.media.inspection_deadline_ms,
      signal,
    });
    writer.push(wavFile(await samplesOf(source, { start: part.start - beginsAt, end: part.end - beginsAt })));
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    await kept.remove();
  }
}

async function samplesOf(source: AudioSource, { start, end }: Part): Promise<Int16Array> {
  const [from, to] = [Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE)];
  const samples = new Int16Array(to - from);
  let at = 0;
  try {
    for await (const block of source.samples) {
      const wanted = block.subarray(Math.max(0, from - at), Math.max(0, to - at));
      if (wanted.length > 0) samples.set(wanted, Math.max(0, at - from));
      at += block.length;
      if (at >= to) break;
    }
  } finally {
    await source.close();
  }
  return samples.subarray(0, Math.max(0, Math.min(at, to) - from));
}

function shifted(transcription: Transcription, bySeconds: number): TranscriptSegment[] {
  const later = (seconds: number) => Math.round((seconds + bySeconds) * 1000) / 1000;
  return withoutPauses(segmentSlices(transcription)).map((segment) => ({
    ...segment,
    id: newSegmentId(),
    start: later(segment.start),
    end: later(segment.end),
    words: segment.words.map((word) => ({ ...word, start: later(word.start), end: later(word.end) })),
  }));
}

/** Of a call that wants more than a formatted text. */
class KeptTranscription implements Follower {
  readonly keepsResult = false;
  readonly isPaidFor = false;
  transcription: Transcription | null = null;

  begin(source: AudioSource): AudioSource {
    return source;
  }

  heard(): void {}

  async beforeCommit(): Promise<void> {}

  commit(transcription: Transcription): void {
    this.transcription = transcription;
  }

  async end(): Promise<void> {}
}
