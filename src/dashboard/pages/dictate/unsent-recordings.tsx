/** The recordings that wait: each with what went wrong, and the ways on. */
import { useSignal } from "@preact/signals";
import { ApiFault } from "../../client/fault.ts";
import { dictate } from "../../messages/dictate.ts";
import { languageMessages } from "../../messages/languages.ts";
import { unsentMessages as words } from "../../messages/unsent.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { LanguageNotInstalled, LanguageOptions } from "../../parts/language-options.tsx";
import { bytes, clock, date } from "../../state/format.ts";
import { saveFile } from "../../state/save-file.ts";
import { phase, sendAgain } from "./dictation.ts";
import { discardUnsent, isKept, type UnsentRecording, unsent } from "./unsent.ts";

export function UnsentRecordings() {
  if (unsent.value.length === 0) return null;
  return (
    <section class="stack" aria-label={words.title}>
      {unsent.value.map((each) => (
        <Unsent key={each.idempotencyKey} recording={each} />
      ))}
    </section>
  );
}

function Unsent({ recording }: { recording: UnsentRecording }) {
  const { why, seconds, wav, at } = recording;
  const language = useSignal(recording.language);
  const time = date(at, { timeStyle: "short" });
  return (
    <article class="panel stack">
      {why instanceof ApiFault && <FaultBanner fault={why} />}
      <h2>{words.title}</h2>
      <p class="second">
        {!(why instanceof ApiFault) && `${words.reasons[why]} `}
        {words.facts(time, clock(seconds), bytes(wav.size))} {isKept(recording) ? words.kept : words.inMemory}
      </p>
      <LanguageNotInstalled code={language.value ?? "auto"} />
      <div class="row">
        <Button
          look="primary"
          text={words.sendAgain}
          of={time}
          disabled={phase.value.name !== "idle"}
          onClick={() => void sendAgain(recording, language.value)}
        />
        <Choice
          label={`${dictate.language}: ${time}`}
          all={languageMessages.asInSettings}
          value={language.value ?? ""}
          onChange={(chosen) => {
            language.value = chosen || null;
          }}
        >
          <option value="auto">{dictate.detected}</option>
          <LanguageOptions />
        </Choice>
        <Button icon="download" text={words.save} onClick={() => saveRecording(recording)} />
        <Button look="destroy" text={words.discard} onClick={() => discardUnsent(recording)} />
      </div>
    </article>
  );
}

function saveRecording({ wav, at }: UnsentRecording): void {
  const time = date(at, { dateStyle: "short", timeStyle: "short" });
  saveFile(`${dictate.dictation} ${time}.wav`.replace(/[/:]/g, "-"), wav);
}
