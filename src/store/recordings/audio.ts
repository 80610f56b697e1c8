/** Records of kept sound; the sound itself lies encrypted in a file. */

import type { Db } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { change, exists, row, rows, value } from "../statements.ts";

/** Times are milliseconds since the epoch. */
export interface KeptAudio {
  /** Of the recording. */
  recording: number;
  /** Within the folder of kept sound. */
  fileName: string;
  kind: "audio" | "video";
  contentType: string;
  /** Of the encrypted file, and of what is in it. */
  fileBytes: number;
  bytes: number;
  keptUntil: number;
}

export type NewAudio = KeptAudio & { key: Uint8Array };

const COLUMNS = `recording, file_name AS fileName, kind, content_type AS contentType, file_bytes AS fileBytes, bytes,
  kept_until AS keptUntil`;

const put = change<[audio: KeptAudio & { sealedKey: Buffer }]>(
  `INSERT INTO recording_audio (recording, sealed_key, file_name, kind, content_type, file_bytes, bytes, kept_until)
   VALUES (@recording, @sealedKey, @fileName, @kind, @contentType, @fileBytes, @bytes, @keptUntil)
   ON CONFLICT (recording) DO UPDATE SET sealed_key = @sealedKey, file_name = @fileName, kind = @kind,
     content_type = @contentType, file_bytes = @fileBytes, bytes = @bytes, kept_until = @keptUntil`,
);
const sealedKeyOf = value<[recording: number], Buffer>(
  "SELECT sealed_key FROM recording_audio WHERE recording = ?",
);

/** In the place of what was kept before. Must run in a transaction; the file before is the caller's to remove. */
export function putAudio(db: Db, { key, ...audio }: NewAudio): void {
  const sealedKey = sealSecret(db, "recording_audio", String(audio.recording), key);
  put(db, { ...audio, sealedKey });
}

export const audioOf = row<[recording: number], KeptAudio>(
  `SELECT ${COLUMNS} FROM recording_audio WHERE recording = ?`,
);

/** @throws TiroError if the database was tampered with. */
export function audioKey(db: Db, recording: number): Buffer | null {
  const sealed = sealedKeyOf(db, recording);
  return sealed && openSecret(db, "recording_audio", String(recording), sealed);
}

/** From 0 to 255; null if they are not known yet. */
export const peaksOf = value<[recording: number], Buffer | null>(
  "SELECT peaks FROM recording_audio WHERE recording = ?",
);

export const setPeaks = change<[recording: number, peaks: Uint8Array]>(
  "UPDATE recording_audio SET peaks = ?2 WHERE recording = ?1",
);

/** @returns the name of its file, which is the caller's to remove; null if there was none. */
export const deleteAudio = value<[recording: number], string>(
  "DELETE FROM recording_audio WHERE recording = ? RETURNING file_name",
);

/** Those whose time is over, the oldest first. */
export const audioEnded = rows<[nowMs: number, limit: number], KeptAudio>(
  `SELECT ${COLUMNS} FROM recording_audio WHERE kept_until <= ? ORDER BY kept_until LIMIT ?`,
);

/** Of a recording that nothing decodes any more: its transcript is there. */
export const nextUndecodedAudio = value<[], number>(
  `SELECT recording FROM recording_audio JOIN recordings ON recordings.number = recording
   WHERE peaks IS NULL AND state = 'ready' AND erased = 0 ORDER BY recording LIMIT 1`,
);

export const isAudioFile = exists<[fileName: string]>("SELECT 1 FROM recording_audio WHERE file_name = ?");
