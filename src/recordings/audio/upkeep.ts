/** Sound whose time is over goes, and files that nothing names. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { audioEnded, deleteAudio, isAudioFile } from "../../store/recordings/audio.ts";
import { recordingByNumber } from "../../store/recordings/recordings.ts";
import { isStreamSound } from "../../store/recordings/stream-sounds.ts";
import type { EventSink } from "../../work/events/hub.ts";
import { publishRecording } from "../library/events.ts";
import type { AudioFiles } from "./audio-files.ts";

interface UpkeepDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  audioFiles: AudioFiles;
}

export class SoundUpkeep {
  readonly #deps: UpkeepDeps;
  readonly #sweeps: Recurring;

  constructor(deps: UpkeepDeps) {
    this.#deps = deps;
    this.#sweeps = new Recurring({
      everyMs: limits.audioSweepEveryMs,
      failure: "recording_sound_sweep_failed",
      logger: deps.logger,
      work: () => this.sweepOnce(),
    });
  }

  /** Call it before the first recording is made. */
  async start(): Promise<void> {
    const { db, audioFiles } = this.#deps;
    await audioFiles.sweep((name) => isAudioFile(db, name) || isStreamSound(db, name));
    this.#sweeps.start();
  }

  async close(): Promise<void> {
    await this.#sweeps.close();
  }

  async sweepOnce(): Promise<void> {
    const { db, clock, logger, audioFiles } = this.#deps;
    let removed = 0;
    for (;;) {
      const ended = audioEnded(db, clock.forAges(), limits.audioErasedAtOnce);
      for (const { recording, fileName } of ended) {
        // Its row last: after a kill nothing else would know of the file.
        await audioFiles.remove(fileName);
        await whenWritable(db, () => deleteAudio(db, recording));
        const changed = recordingByNumber(db, recording);
        if (changed) publishRecording(this.#deps, changed, "changed");
      }
      removed += ended.length;
      if (ended.length < limits.audioErasedAtOnce) break;
    }
    if (removed > 0) logger.info("recording_sound_expired", { recordings: removed });
  }
}
