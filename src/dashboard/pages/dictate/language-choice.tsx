import { dictate } from "../../messages/dictate.ts";
import { LanguageOptions } from "../../parts/language-options.tsx";
import { spokenLanguages } from "../../state/spoken-languages.ts";
import { preferences, setPreferences } from "./preferences.ts";

/** @param own the language in the person's settings. */
export function LanguageChoice({ own, disabled }: { own: string; disabled: boolean }) {
  const { asInSettings, detected, language } = dictate();
  const ownName = own === "auto" ? detected : spokenLanguages().find(({ value }) => value === own)?.label;
  return (
    <select
      class="select small auto"
      aria-label={language}
      value={preferences.value.language ?? ""}
      disabled={disabled}
      onChange={({ currentTarget }) => setPreferences({ language: currentTarget.value || null })}
    >
      <option value="">{asInSettings(ownName ?? own)}</option>
      <option value="auto">{detected}</option>
      <LanguageOptions />
    </select>
  );
}
