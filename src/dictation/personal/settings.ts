import type { Principal } from "../../accounts/principal.ts";
import { inTransaction } from "../../store/db.ts";
import { type DictationSettings, setSettings, settingsOf } from "../../store/dictation-settings.ts";
import { type DictationDeps, personOf } from "../deps.ts";

export interface Settings {
  object: "settings";
  language: string | null;
  casual_messaging: boolean | null;
}

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
