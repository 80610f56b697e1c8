/** A text that makes no sense was often spoken in another language than the one that was chosen. */
import { useSignal } from "@preact/signals";
import { languageMessages as words } from "../../messages/languages.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { LanguageNotInstalled, LanguageOptions } from "../../parts/language-options.tsx";
import { into } from "../../state/signals.ts";
import { hearAgain, phase } from "./dictation.ts";
import type { PendingRecording } from "./unsent.ts";

export function HearAgain({ recording }: { recording: PendingRecording }) {
  const language = useSignal("");
  return (
    <details class="small">
      <summary>{words.spokenInAnother}</summary>
      <div class="stack tight">
        <div class="row">
          <Choice
            label={words.chooseLanguage}
            all={words.chooseLanguage}
            value={language.value}
            onChange={into(language)}
          >
            <LanguageOptions />
          </Choice>
          <Button
            look="small"
            text={words.hearAgain}
            disabled={language.value === "" || phase.value.name !== "idle"}
            onClick={() => void hearAgain(recording, language.value)}
          />
        </div>
        <LanguageNotInstalled code={language.value || "auto"} />
      </div>
    </details>
  );
}
