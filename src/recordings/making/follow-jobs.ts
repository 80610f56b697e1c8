/**
 * Recordings follow the jobs that recognize them: their words, wave and playable copy are stored in the transaction that
 * ends the job, so that neither is there without the other.
 */
import type { AudioSource } from "../../audio/audio.ts";
import { browsersPlay } from "../../audio/browser-media.ts";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { systemClock } from "../../lib/clock.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Logger } from "../../lib/logger.ts";
import { unlessLocked } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { isAudioFile } from "../../store/recordings/audio.ts";
import { type Recording, recordingsOfJob, setRecordingState } from "../../store/recordings/recordings.ts";
import type { Follower } from "../../transcription/following.ts";
import type { Transcription } from "../../transcription/transcription.ts";
import type { EventSink } from "../../work/events/hub.ts";
import type { AudioFiles, NewFile } from "../audio/audio-files.ts";
import { publishRecording } from "../library/events.ts";
import { insertTranscript, type PreparedTranscript, preparingTranscript } from "../transcript/insert.ts";
import { segmentSlices } from "./from-transcription.ts";
import { keepDecoded } from "./keep-decoded.ts";
import type { RunningRecordings } from "./progress.ts";
import { SoundTap } from "./sound-tap.ts";

interface FollowDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  audioFiles: AudioFiles;
  running: RunningRecordings;
}

/** Null if the job is no recording. */
export function followerOf(deps: FollowDeps, jobId: string): Follower | null {
  const recordings = recordingsOfJob(deps.db, jobId);
  return recordings.length === 0 ? null : new JobFollower(deps, jobId, recordings);
}

class JobFollower implements Follower {
  readonly keepsResult: boolean;
  readonly isPaidFor: boolean;
  readonly #deps: FollowDeps;
  readonly #jobId: string;
  #tap: SoundTap | null = null;
  #prepared: PreparedTranscript | null = null;
  #copy: NewFile | null = null;
  #peaks: Uint8Array | null = null;
  /** Files that the copy took the place of. */
  #replaced: string[] = [];
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(deps: FollowDeps, jobId: string, recordings: readonly Recording[]) {
    this.#deps = deps;
    this.#jobId = jobId;
    this.keepsResult = recordings.every(({ source }) => source === "upload" || source === "live");
    this.isPaidFor = recordings.every(({ source }) => source === "live");
  }

  begin(source: AudioSource): AudioSource {
    const { db, clock, audioFiles, running } = this.#deps;
    running.begin(this.#jobId, source.info.statedDurationSeconds);
    const recordings = this.#recordings();
    // Sent as well: progress shows that it continues, too.
    unlessLocked(db, () => {
      for (const recording of recordings)
        setRecordingState(db, recording, { state: "recognizing" }, clock.now());
    });
    this.#tell("changed");
    const isHeard = recordings.some(({ audio }) => audio !== null);
    this.#tap = new SoundTap(isHeard && !browsersPlay(source.info) ? audioFiles : null);
    return this.#tap.tapped(source);
  }

  heard(doneSeconds: number, text: string): void {
    this.#deps.running.heard(this.#jobId, doneSeconds, text);
    const now = systemClock.monotonic();
    if (now - this.#toldAt < limits.eventProgressMs) return;
    this.#toldAt = now;
    this.#tell("progress");
  }

  async beforeCommit(transcription: Transcription): Promise<void> {
    const segments = await inTurns(segmentSlices(transcription), limits.transcriptTurnMs);
    this.#prepared = await inTurns(preparingTranscript(segments), limits.transcriptTurnMs);
    this.#peaks = this.#tap?.finishPeaks() ?? null;
    this.#copy = (await this.#tap?.finishCopy()) ?? null;
  }

  commit(transcription: Transcription): void {
    const { db, clock } = this.#deps;
    const nowMs = clock.now();
    const prepared = this.#prepared;
    if (prepared === null) throw new Error("the words of a job are stored before they were prepared");
    this.#replaced = [];
    for (const recording of this.#recordings()) {
      insertTranscript(db, recording, prepared, nowMs);
      const durationMs = Math.round(transcription.durationSeconds * 1000);
      const { language } = transcription;
      setRecordingState(
        db,
        recording,
        { state: "ready", durationMs, language: recording.language ?? language },
        nowMs,
      );
      const replaced = keepDecoded(db, recording.number, { copy: this.#copy, peaks: this.#peaks });
      if (replaced !== null) this.#replaced.push(replaced);
    }
  }

  async end(): Promise<void> {
    const { db, audioFiles, running } = this.#deps;
    running.end(this.#jobId);
    if (this.#copy === null) await this.#tap?.discard();
    // Files that no row names, whether or not the transaction succeeded.
    const files = [...this.#replaced, ...(this.#copy ? [this.#copy.fileName] : [])];
    for (const fileName of files) if (!isAudioFile(db, fileName)) await audioFiles.remove(fileName);
  }

  /** As they stand now: a person may have erased one. */
  #recordings(): Recording[] {
    return recordingsOfJob(this.#deps.db, this.#jobId);
  }

  #tell(change: "changed" | "progress"): void {
    for (const recording of this.#recordings()) publishRecording(this.#deps, recording, change);
  }
}
