/**
 * The sound of imported transcripts is decoded when there is time: for its wave, and where browsers do not play the file, a copy.
 * One recording at a time; one that a kill cut off begins anew.
 */
import { browsersPlay } from "../../audio/browser-media.ts";
import { limits } from "../../config/limits.ts";
import { isKnownError } from "../../lib/errors.ts";
import { Recurring } from "../../lib/recurring.ts";
import { transact } from "../../store/database/write-lock.ts";
import { audioOf, isAudioFile, nextUndecodedAudio } from "../../store/recordings/audio.ts";
import { recordingByNumber } from "../../store/recordings/recordings.ts";
import type { NewFile } from "../audio/audio-files.ts";
import { publishRecording } from "../library/events.ts";
import type { MakingDeps } from "./deps.ts";
import { keepDecoded } from "./keep-decoded.ts";
import { SoundTap } from "./sound-tap.ts";
import { spooledSound } from "./spooled-sound.ts";

const UNREADABLE = new Uint8Array(0);

export class ImportedSound {
  readonly #deps: MakingDeps;
  readonly #recurring: Recurring;
  readonly #closing = new AbortController();

  constructor(deps: MakingDeps) {
    this.#deps = deps;
    this.#recurring = new Recurring({
      everyMs: limits.audioSweepEveryMs,
      failure: "recording_sound_not_decoded",
      logger: deps.logger,
      work: () => this.#decodeAll(),
    });
  }

  start(): void {
    this.#recurring.start();
  }

  /** Works on what waits; resolves when nothing does. */
  run(): Promise<void> {
    return this.#recurring.run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recurring.close();
  }

  async #decodeAll(): Promise<void> {
    const { db } = this.#deps;
    for (let next = nextUndecodedAudio(db); next !== null; next = nextUndecodedAudio(db)) {
      if (this.#closing.signal.aborted) return;
      await this.#decode(next);
    }
  }

  async #decode(recording: number): Promise<void> {
    const { db, logger, audioFiles } = this.#deps;
    const before = audioOf(db, recording);
    if (before === null) return;
    let decoded: { copy: NewFile | null; peaks: Uint8Array };
    try {
      decoded = await this.#decoded(recording);
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      if (!isKnownError(error)) throw error;
      // Undecodable sound has no wave; browsers may play it all the same.
      logger.warn("recording_sound_unreadable", { code: error.code });
      decoded = { copy: null, peaks: UNREADABLE };
    }
    const { copy, peaks } = decoded;
    const replaced = await transact(db, () => {
      // Erased meanwhile.
      if (audioOf(db, recording)?.fileName !== before.fileName) return null;
      return keepDecoded(db, recording, { copy, peaks });
    });
    if (replaced !== null) await audioFiles.remove(replaced);
    if (copy !== null && !isAudioFile(db, copy.fileName)) await audioFiles.remove(copy.fileName);
    const changed = recordingByNumber(db, recording);
    if (changed !== null) publishRecording(this.#deps, changed, "changed");
  }

  async #decoded(recording: number): Promise<{ copy: NewFile | null; peaks: Uint8Array }> {
    const { openAudio, audioFiles, config } = this.#deps;
    const { signal } = this.#closing;
    const file = await spooledSound(this.#deps, recording, signal);
    try {
      const source = await openAudio(file, {
        maxDurationSeconds: limits.transcriptionDurationSeconds,
        deadlineMs: config.media.deadline_ms,
        inspectionDeadlineMs: config.media.inspection_deadline_ms,
        signal,
      });
      const tap = new SoundTap(browsersPlay(source.info) ? null : audioFiles);
      try {
        const heard = tap.tapped(source);
        try {
          for await (const _ of heard.samples);
        } finally {
          await heard.close();
        }
        const peaks = tap.finishPeaks();
        return { peaks, copy: await tap.finishCopy() };
      } catch (error) {
        await tap.discard();
        throw error;
      }
    } finally {
      await file.remove();
    }
  }
}
