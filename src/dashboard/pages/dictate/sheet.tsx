/** The sheet that the page is: the text, what became of it, and below it the controls for speaking. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { requestLimits } from "../../../config/limits/requests.ts";
import { dictate } from "../../messages/dictate.ts";
import { keptText } from "../../messages/kept-text.ts";
import { announce } from "../../parts/announcer.tsx";
import { Button, Icon, type IconName } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { LanguageNotInstalled } from "../../parts/language-options.tsx";
import { date, number } from "../../state/format.ts";
import { ChangeBanner } from "./change-banner.tsx";
import { isRecording, phase } from "./dictation.ts";
import { useTemplates } from "./insert-template.ts";
import { take } from "./live-text.ts";
import { MicrophoneBanner } from "./microphone-banner.tsx";
import { pushToTalkHandlers } from "./push-to-talk.ts";
import { RecordButton, RecordStatus } from "./record-panel.tsx";
import { SaveBanner, SaveStatus, saveTextFile } from "./save-status.tsx";
import { currentResult, type DictatedText, text } from "./sheet-text.ts";
import { editOf, insertionIn, TextArea, useSelection } from "./text-area.tsx";
import type { Area } from "./text-field.tsx";
import type { Purpose } from "./unsent.ts";
import { UnsentRecordings } from "./unsent-recordings.tsx";

const SELECTED_CHARS = requestLimits.surroundingTextChars;

export interface SheetProps {
  /** Stand last: they are made once, and what records is used all day. */
  choices: ComponentChildren;
  /** In which the next recording is heard: a code, or `auto`. */
  language: string;
}

export function Sheet({ choices, language }: SheetProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const made = currentResult.value;
  const selected = useSelection(area);
  useTemplates(area);
  useEffect(() => {
    if (made !== null) announce(text.peek());
  }, [made]);
  const isTooLong = (selected || text.value.length) > SELECTED_CHARS;
  const { editHint, tooLong, tapHint } = dictate;
  const hint = isTooLong ? tooLong(number(SELECTED_CHARS)) : editHint;
  return (
    <section class="sheet" aria-label={dictate.textLabel}>
      {made !== null && <SheetHead made={made} />}
      {made === null && take.value === null ? (
        <p class="sheet-text sheet-empty hearing">{dictate.empty}</p>
      ) : (
        <TextArea area={area} made={made} />
      )}
      <div class="notices">
        <LanguageNotInstalled code={language} />
        <MicrophoneBanner />
        <UnsentRecordings />
        {made !== null && <SaveBanner saver={made.saver} />}
        {made !== null && <ChangeBanner />}
      </div>
      <div class="dock">
        <RecordButton />
        <div class="dock-status">
          <RecordStatus hint={made === null ? tapHint : hint} />
        </div>
        {made !== null && <VoiceActs area={area} selected={selected} isTooLong={isTooLong} />}
        <div class="choices-row">{choices}</div>
      </div>
    </section>
  );
}

function SheetHead({ made: { at, language, saver } }: { made: DictatedText }) {
  const words = [
    ...new Intl.Segmenter(language === "auto" ? undefined : language, { granularity: "word" }).segment(
      text.value,
    ),
  ];
  const count = words.filter(({ isWordLike }) => isWordLike).length;
  const { saveAsFile: saveText } = keptText;
  return (
    <header>
      <p class="facts">
        <SaveStatus state={saver.state.value} />
        <time>{date(at, { timeStyle: "short" })}</time>
        <span>{dictate.words(count, number(count))}</span>
      </p>
      <div class="row push">
        <Button
          look="small icon-only plain"
          icon="download"
          label={saveText}
          title={saveText}
          onClick={() => saveTextFile(text.value, saver)}
        />
        <CopyButton
          text={text.value}
          label={dictate.copy}
          class="button small primary"
          onCopied={() => saver.took(text.value)}
        />
      </div>
    </header>
  );
}

interface VoiceActsProps {
  area: Area;
  selected: number;
  isTooLong: boolean;
}

/** Acts by voice on the text in the sheet. */
function VoiceActs({ area, selected, isTooLong }: VoiceActsProps) {
  const { editAll, editSelection, goOn } = dictate;
  return (
    <div class="acts">
      <DictateButton
        icon="pen"
        kind="edit"
        label={selected > 0 ? editSelection : editAll}
        disabled={isTooLong || text.value === ""}
        purpose={() => editOf(area.current)}
      />
      <DictateButton icon="plus" kind="insert" label={goOn} purpose={() => insertionIn(area.current)} />
    </div>
  );
}

interface DictateButtonProps {
  icon: IconName;
  kind: Purpose["kind"];
  label: string;
  disabled?: boolean;
  purpose: () => Purpose;
}

/** Also finishes what it began. While another recording has its turn it keeps the focus and does nothing. */
function DictateButton({ icon, kind, label, disabled = false, purpose }: DictateButtonProps) {
  const current = phase.value;
  const isOwn = isRecording(current) && current.purpose.kind === kind;
  return (
    <button
      type="button"
      class="button"
      data-talk
      disabled={disabled}
      aria-disabled={!isOwn && current.name !== "idle"}
      {...pushToTalkHandlers(purpose)}
    >
      <Icon name={isOwn ? "stop" : icon} />
      {isOwn ? dictate.finish : label}
    </button>
  );
}
