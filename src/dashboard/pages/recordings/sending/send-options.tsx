/** How the next recordings are transcribed: closed, it says what is chosen. */
import { recordingsWords } from "../../../messages/recordings.ts";
import { Check } from "../../../parts/form.tsx";
import { LanguageNotInstalled, LanguageOptions } from "../../../parts/language-options.tsx";
import { spokenLanguages } from "../../../state/spoken-languages.ts";
import { type ChosenOptions, uploadOptions } from "./upload-options.ts";

export function SendOptions() {
  const { language, diarize, prompt } = uploadOptions.value;
  const { options, languageLabel, detect, detected, speakers, speakersHint, words, wordsHint } =
    recordingsWords;
  const change = (changed: Partial<ChosenOptions>) => {
    uploadOptions.value = { ...uploadOptions.value, ...changed };
  };
  const name = spokenLanguages().find(({ value }) => value === language)?.label ?? detected;
  return (
    <details class="upload-options">
      <summary>
        {[options, name, ...(diarize ? [speakers] : []), ...(prompt ? [words] : [])].join(" · ")}
      </summary>
      <div class="halves">
        <div class="field">
          <label for="files-language">{languageLabel}</label>
          <select
            class="select"
            id="files-language"
            value={language}
            onChange={(event) => change({ language: event.currentTarget.value })}
          >
            <option value="auto">{detect}</option>
            <LanguageOptions />
          </select>
          <LanguageNotInstalled code={language} />
          <Check
            name="diarize"
            label={speakers}
            hint={speakersHint}
            checked={diarize}
            onChange={(checked) => change({ diarize: checked })}
          />
        </div>
        <div class="field">
          <label for="files-words">{words}</label>
          <p class="hint" id="files-words-hint">
            {wordsHint}
          </p>
          <textarea
            class="input"
            id="files-words"
            rows={2}
            maxLength={16_000}
            aria-describedby="files-words-hint"
            value={prompt}
            onInput={(event) => change({ prompt: event.currentTarget.value })}
          />
        </div>
      </div>
    </details>
  );
}
