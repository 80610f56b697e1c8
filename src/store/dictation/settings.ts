import { remember } from "../database/remember.ts";
import { type Db, perDatabase } from "../db.ts";

/** A person's choices; null if unset. */
export interface DictationSettings {
  /** `LanguageCode` of the contract. */
  language: string | null;
  casualMessaging: boolean | null;
}

interface Row {
  language: string | null;
  casualMessaging: 0 | 1 | null;
}

const statements = perDatabase((db) => ({
  of: db.prepare<[string], Row>(
    "SELECT language, casual_messaging AS casualMessaging FROM dictation_settings WHERE user_id = ?",
  ),
  upsert: db.prepare<[Row & { userId: string }]>(
    `INSERT OR REPLACE INTO dictation_settings (user_id, language, casual_messaging)
     VALUES (@userId, @language, @casualMessaging)`,
  ),
}));

export function settingsOf(db: Db, userId: string): Readonly<DictationSettings> {
  return settings(db)(userId);
}

const settings = perDatabase((db) =>
  remember(db, ["dictation_settings"], (userId): DictationSettings => {
    const row = statements(db).of.get(userId);
    if (!row) return { language: null, casualMessaging: null };
    const { language, casualMessaging } = row;
    return { language, casualMessaging: casualMessaging === null ? null : casualMessaging === 1 };
  }),
);

export function setSettings(db: Db, userId: string, { language, casualMessaging }: DictationSettings): void {
  const flag = casualMessaging === null ? null : casualMessaging ? 1 : 0;
  statements(db).upsert.run({ userId, language, casualMessaging: flag });
}
