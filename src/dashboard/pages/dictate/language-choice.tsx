import { dictate as words } from "../../messages/dictate.ts";
import { Choice } from "../../parts/choice.tsx";
import { LanguageOptions } from "../../parts/language-options.tsx";
import { spokenLanguages } from "../../state/spoken-languages.ts";
import { preferences, setPreferences } from "./preferences.ts";

/** @param own the language in the person's settings. */
export function LanguageChoice({ own, disabled }: { own: string; disabled: boolean }) {
  const { asInSettings, detected, language } = words;
  const ownName = own === "auto" ? detected : spokenLanguages().find(({ value }) => value === own)?.label;
  return (
    <Choice
      label={language}
      all={asInSettings(ownName ?? own)}
      value={preferences.value.language ?? ""}
      disabled={disabled}
      onChange={(chosen) => setPreferences({ language: chosen || null })}
    >
      <option value="auto">{detected}</option>
      <LanguageOptions />
    </Choice>
  );
}
