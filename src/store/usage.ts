import { type Db, perDatabase } from "./db.ts";

/** One billed request. */
export interface UsageRow {
  requestId: string;
  accountId: string;
  keyId: string;
  kind: "transcription" | "dictation";
  audioSeconds: number;
  billedSeconds: number;
  createdAt: number;
}

const statements = perDatabase((db) => ({
  insert: db.prepare<[UsageRow]>(
    `INSERT INTO usage (request_id, account_id, key_id, kind, audio_seconds, billed_seconds, created_at)
     VALUES (@requestId, @accountId, @keyId, @kind, @audioSeconds, @billedSeconds, @createdAt)`,
  ),
}));

/** Throws where the request was billed before: the transaction around it must not commit then. */
export function insertUsage(db: Db, row: UsageRow): void {
  statements(db).insert.run(row);
}
