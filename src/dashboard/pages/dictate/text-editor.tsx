/** The text: to read, change, copy, and to edit or go on with by voice. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { requestLimits } from "../../../config/limits/requests.ts";
import { dictate } from "../../messages/dictate.ts";
import { keptText } from "../../messages/kept-text.ts";
import { announce } from "../../parts/announcer.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon, type IconName } from "../../parts/drawing.tsx";
import { date, number } from "../../state/format.ts";
import { Feedback } from "../history/feedback.tsx";
import {
  change,
  changeText,
  currentResult,
  type DictatedText,
  isRecording,
  type Purpose,
  phase,
  text,
  undo,
} from "./dictation.ts";
import { changedParts } from "./diff.ts";
import { pushToTalkHandlers } from "./push-to-talk.ts";
import { SaveBanner, SaveStatus, saveTextFile } from "./save-status.tsx";
import type { TextSaver } from "./text-saver.ts";

type Area = RefObject<HTMLTextAreaElement | null>;

const SELECTED_CHARS = requestLimits.surroundingTextChars;

export function TextEditor() {
  const area = useRef<HTMLTextAreaElement>(null);
  const made = currentResult.value;
  useEffect(() => {
    if (made !== null) announce(text.peek());
  }, [made]);
  if (made === null)
    return (
      <section aria-label={dictate().textLabel}>
        <p class="live-text hearing">{dictate().empty}</p>
      </section>
    );
  return (
    <section class="stack" aria-label={dictate().textLabel}>
      <TextArea area={area} made={made} />
      <SaveBanner saver={made.saver} />
      <ChangeBanner />
      <TextActions area={area} saver={made.saver} />
      {made.raw_text !== made.text && (
        <details class="small">
          <summary>{dictate().raw}</summary>
          <p class="second">{made.raw_text}</p>
        </details>
      )}
    </section>
  );
}

function TextArea({ area, made }: { area: Area; made: DictatedText }) {
  const { at, language, saver, session_id } = made;
  const words = [
    ...new Intl.Segmenter(language === "auto" ? undefined : language, { granularity: "word" }).segment(
      text.value,
    ),
  ];
  const count = words.filter(({ isWordLike }) => isWordLike).length;
  return (
    <>
      <textarea
        ref={area}
        class="dictate-text"
        aria-label={dictate().textLabel}
        {...(language !== "auto" && { lang: language })}
        value={text.value}
        readOnly={phase.value.name !== "idle"}
        onInput={({ currentTarget }) => {
          changeText(currentTarget.value, "pause");
          change.value = null;
        }}
        onBlur={() => void saver.save()}
      />
      <div class="row spread">
        <p class="facts">
          <time>{date(at, { timeStyle: "short" })}</time>
          <span>{dictate().words(count, number(count))}</span>
          <SaveStatus state={saver.state.value} />
        </p>
        {saver.state.value !== "unkept" && (
          <Feedback key={session_id} sessionId={session_id} text={text.value} />
        )}
      </div>
    </>
  );
}

function ChangeBanner() {
  const current = change.value;
  useEffect(() => {
    if (current === null) return;
    const { isUnclear, said } = current;
    announce(isUnclear ? dictate().unclear(said) : `${dictate().said(said)} ${text.peek()}`);
  }, [current]);
  if (current === null) return null;
  const { said, before, after, isUnclear, kind } = current;
  if (isUnclear)
    return (
      <div class="banner wait">
        <Icon name="alert" />
        <p>{dictate().unclear(said)}</p>
      </div>
    );
  return (
    <div class="banner">
      <Icon name="mic" />
      <div class="stack tight">
        {kind === "edit" && <p>{dictate().said(said)}</p>}
        <p class="dictate-diff">
          {changedParts(before, after).map(({ kind, text }, index) => {
            const key = `${index} ${kind}`;
            if (kind === "old")
              return (
                <del class="old" key={key}>
                  {text}
                </del>
              );
            if (kind === "new")
              return (
                <ins class="new" key={key}>
                  {text}
                </ins>
              );
            return <span key={key}>{text}</span>;
          })}
        </p>
      </div>
      <button type="button" class="button small" onClick={undo}>
        <Icon name="undo" />
        {dictate().undo}
      </button>
    </div>
  );
}

function TextActions({ area, saver }: { area: Area; saver: TextSaver }) {
  const { editAll, editSelection, goOn, tooLong, editHint } = dictate();
  const selected = useSelection(area);
  const isTooLong = (selected || text.value.length) > SELECTED_CHARS;
  return (
    <div class="stack tight">
      <div class="row">
        <CopyButton
          text={text.value}
          label={dictate().copy}
          class="button primary"
          onCopied={() => saver.took(text.value)}
        />
        <DictateButton
          icon="pen"
          kind="edit"
          label={selected > 0 ? editSelection : editAll}
          disabled={isTooLong || text.value === ""}
          purpose={() => editOf(area.current)}
        />
        <DictateButton icon="plus" kind="insert" label={goOn} purpose={() => insertionIn(area.current)} />
        <button type="button" class="button" onClick={() => saveTextFile(text.value, saver)}>
          <Icon name="download" />
          {keptText().saveText}
        </button>
      </div>
      <p class="quiet small">{isTooLong ? tooLong(number(SELECTED_CHARS)) : editHint}</p>
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
      {isOwn ? dictate().finish : label}
    </button>
  );
}

/** How many characters are selected. */
function useSelection(area: Area): number {
  const selected = useSignal(0);
  useEffect(() => {
    const look = () => {
      const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
      selected.value = selectionEnd - selectionStart;
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);
  return selected.value;
}

/** Of the selection, or of the whole text. */
function editOf(area: HTMLTextAreaElement | null): Purpose {
  const { value = "", selectionStart = 0, selectionEnd = 0 } = area ?? {};
  const [start, end] = selectionStart < selectionEnd ? [selectionStart, selectionEnd] : [0, value.length];
  return {
    kind: "edit",
    before: value.slice(0, start),
    selected: value.slice(start, end),
    after: value.slice(end),
  };
}

/** Where the cursor stands; what is selected gives way. */
function insertionIn(area: HTMLTextAreaElement | null): Purpose {
  const { value = "", selectionStart = value.length, selectionEnd = value.length } = area ?? {};
  return { kind: "insert", before: value.slice(0, selectionStart), after: value.slice(selectionEnd) };
}
