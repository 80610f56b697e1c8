import { z } from "zod";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { LanguageCode } from "../../lib/wire.ts";
import { inTransaction } from "../../store/db.ts";
import { type DictationSettings, setSettings, settingsOf } from "../../store/dictation/settings.ts";
import { type DictationDeps, personOf } from "../deps.ts";

export const Settings = z.object({
  object: z.literal("settings"),
  language: LanguageCode.nullable().describe(
    "Language of dictation; null if the person chose none, which means auto.",
  ),
  casual_messaging: z
    .boolean()
    .nullable()
    .describe("Whether messages are written casually; null if the person did not choose."),
});
export type Settings = z.infer<typeof Settings>;

type Needs = Pick<DictationDeps, "db">;

export function getSettings({ db }: Needs, principal: Principal): Settings {
  return toSettings(settingsOf(db, personOf(principal)));
}

/** @param changes what is not in it stays. */
export function updateSettings(
  { db }: Needs,
  principal: Principal,
  changes: Partial<DictationSettings>,
): Settings {
  return inTransaction(db, () => {
    const userId = personOf(principal);
    const settings = { ...settingsOf(db, userId), ...changes };
    setSettings(db, userId, settings);
    return toSettings(settings);
  });
}

export function toSettings({ language, casualMessaging }: DictationSettings): Settings {
  return { object: "settings", language, casual_messaging: casualMessaging };
}
