/** Kept sound and its wave, for those who may see the recording. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import { audioKey, audioOf, peaksOf } from "../../store/recordings/audio.ts";
import { findRecording } from "../library/access.ts";
import type { AudioFiles } from "./audio-files.ts";
import { peaksBetween } from "./peaks.ts";
import { soundGone } from "./sealed-file.ts";

export interface Sound {
  contentType: string;
  /** Of all of it. */
  bytes: number;
  /** Changes when the file does, as when a copy takes its place. */
  version: string;
  /** From `start` to before `end`; fails where the file was changed. */
  read(start: number, end: number): AsyncGenerator<Buffer>;
}

interface SoundDeps {
  db: Db;
  audioFiles: AudioFiles;
}

/** @throws TiroError `recording_not_found`, `recording_audio_gone`, `history_unavailable`. */
export function soundOf({ db, audioFiles }: SoundDeps, principal: Principal, id: string): Sound {
  const { number } = findRecording(db, principal, id, "viewer");
  const [kept, key] = [audioOf(db, number), audioKey(db, number)];
  if (kept === null || key === null) throw soundGone();
  const { contentType, bytes, fileName } = kept;
  return {
    contentType,
    bytes,
    version: fileName.slice("audio-".length),
    read: async function* (start, end) {
      const reader = await audioFiles.open(kept, key);
      try {
        yield* reader.read(start, end);
      } finally {
        await reader.close();
      }
    },
  };
}

export interface Wave {
  start: number;
  end: number;
  duration: number;
  data: number[];
}

/**
 * The loudest of each part, from 0 to 255.
 * @throws TiroError `recording_not_found`, `recording_not_ready`, `recording_audio_gone`, `history_unavailable`.
 */
export function waveOf(
  { db }: Pick<SoundDeps, "db">,
  principal: Principal,
  id: string,
  asked: { start?: number | undefined; end?: number | undefined; count?: number | undefined },
): Wave {
  const { number, durationMs, audio } = findRecording(db, principal, id, "viewer");
  if (audio === null) throw soundGone();
  const peaks = peaksOf(db, number);
  if (peaks === null || durationMs === null)
    throw new TiroError("recording_not_ready", "The recording is not decoded yet.");
  const duration = durationMs / 1000;
  const start = Math.min(asked.start ?? 0, duration);
  const end = Math.max(start, Math.min(asked.end ?? duration, duration));
  const count = asked.count ?? limits.peaksToldDefault;
  const share = (seconds: number) => (duration === 0 ? 0 : seconds / duration);
  return { start, end, duration, data: peaksBetween(peaks, share(start), share(end), count) };
}
