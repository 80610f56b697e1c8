/** The sound of live streams that become recordings, while they are open; after a kill, all that is known of them. */

import type { Db } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { change, exists, rows, value } from "../statements.ts";

export interface NotedSound {
  /** Within the folder of kept sound. */
  fileName: string;
  accountId: string;
  userId: string | null;
  /** JSON. */
  credential: string;
  wishes: string;
}

const put = change<[sound: NotedSound & { sealedKey: Buffer }]>(
  `INSERT INTO stream_sounds (file_name, sealed_key, account_id, user_id, credential, wishes)
   VALUES (@fileName, @sealedKey, @accountId, @userId, @credential, @wishes)
   ON CONFLICT (file_name) DO UPDATE SET wishes = @wishes`,
);
const sealedKeyOf = value<[fileName: string], Buffer>(
  "SELECT sealed_key FROM stream_sounds WHERE file_name = ?",
);

/** If it is there already, with the wishes of now. Must run in a transaction. */
export function putStreamSound(db: Db, { key, ...sound }: NotedSound & { key: Uint8Array }): void {
  put(db, { ...sound, sealedKey: sealSecret(db, "stream_sounds", sound.fileName, key) });
}

export const streamSounds = rows<[], NotedSound>(
  "SELECT file_name AS fileName, account_id AS accountId, user_id AS userId, credential, wishes FROM stream_sounds",
);

/** Null if it was forgotten. @throws TiroError if the database was tampered with. */
export function streamSoundKey(db: Db, fileName: string): Buffer | null {
  const sealed = sealedKeyOf(db, fileName);
  return sealed && openSecret(db, "stream_sounds", fileName, sealed);
}

export const isStreamSound = exists<[fileName: string]>("SELECT 1 FROM stream_sounds WHERE file_name = ?");

/** Its file is the caller's to remove. */
export const deleteStreamSound = change<[fileName: string]>("DELETE FROM stream_sounds WHERE file_name = ?");
