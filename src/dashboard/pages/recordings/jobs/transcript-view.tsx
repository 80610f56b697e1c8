/** A transcript to read, with its times and speakers: find in it, copy it, save it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { recordingsWords, type TranscriptFormat } from "../../../messages/recordings.ts";
import { unsureWords } from "../../../messages/unsure-words.ts";
import { toast } from "../../../parts/acts.tsx";
import { Icon, Menu } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { clock } from "../../../state/format.ts";
import { fieldInto } from "../../../state/signals.ts";
import { downloadTranscript, formatsOf } from "./download.ts";
import { highlightHits, rangesOf } from "./find-in-text.ts";
import type { Transcript, Turn } from "./transcript.ts";

export interface TranscriptViewProps {
  /** Of saved files, without an ending. */
  name: string;
  title: string;
  transcript: Transcript;
}

export function TranscriptView({ name, title, transcript }: TranscriptViewProps) {
  const text = useRef<HTMLDivElement>(null);
  const keep = async (format: TranscriptFormat) => {
    try {
      await downloadTranscript(transcript, format, name, title);
    } catch {
      // The library for Word documents could not be loaded.
      toast(recordingsWords.saveFailed);
    }
  };
  if (transcript.text === "") return <p class="second">{recordingsWords.silent}</p>;
  return (
    <section class="stack" aria-label={title}>
      <div class="row">
        <Find within={text} transcript={transcript} />
        <span class="push" />
        <CopyButton text={transcript.text} label={recordingsWords.copyAll} />
        <span class="menu-holder">
          <Menu class="button small" icon="download" text={recordingsWords.saveAs}>
            {formatsOf(transcript).map((format) => (
              <button key={format} type="button" onClick={() => void keep(format)}>
                {recordingsWords.formats[format]} <span class="hint">.{format}</span>
              </button>
            ))}
          </Menu>
        </span>
      </div>
      {transcript.turns.some(({ passages }) => passages.some(({ unsure }) => unsure)) && (
        <p class="second">
          <span class="unsure">{unsureWords.mark}</span> {unsureWords.means}
        </p>
      )}
      <div class="transcript" ref={text}>
        {transcript.turns.length === 0 ? (
          <p>{transcript.text}</p>
        ) : (
          transcript.turns.map((turn) => (
            <TurnBlock key={turn.start} turn={turn} speakers={transcript.speakers} />
          ))
        )}
      </div>
    </section>
  );
}

/** If the recognizer was sure, plain text. */
function shown({ text, unsure }: Turn["passages"][number], place: number) {
  const space = place === 0 ? "" : " ";
  if (!unsure) return space + text;
  return [
    space,
    <span key={place} class="unsure" title={recordingsWords.unsureTitle}>
      {text}
    </span>,
  ];
}

const VOICES = ["v1", "v2", "v3", "v4"];

function TurnBlock({
  turn: { start, passages, speaker },
  speakers,
}: {
  turn: Turn;
  speakers: readonly string[];
}) {
  const number = speaker === null ? -1 : speakers.indexOf(speaker);
  return (
    <div class={speaker === null ? "turn" : `turn ${VOICES[number % VOICES.length]}`}>
      <header>
        {speaker !== null && <span class="who">{recordingsWords.speaker(number + 1)}</span>}
        <time>{clock(start)}</time>
      </header>
      <p>{passages.map(shown)}</p>
    </div>
  );
}

function Find({ within, transcript }: { within: { current: HTMLElement | null }; transcript: Transcript }) {
  const words = useSignal("");
  const found = useSignal<readonly Range[]>([]);
  const at = useSignal(0);
  useEffect(() => {
    found.value = within.current === null ? [] : rangesOf(within.current, words.value);
    at.value = 0;
  }, [words.value, transcript]);
  useEffect(() => {
    highlightHits(found.value, at.value);
    return () => highlightHits([], 0);
  }, [found.value, at.value]);
  return (
    <search>
      <form
        class="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (found.value.length > 0) at.value = (at.value + 1) % found.value.length;
        }}
      >
        <label>
          <span class="for-readers">{recordingsWords.find}</span>
          <Icon name="search" />
          <input
            class="input small"
            type="search"
            placeholder={recordingsWords.find}
            value={words.value}
            onInput={fieldInto(words)}
          />
        </label>
        <span class="small second" role="status">
          {words.value.trim() !== "" &&
            recordingsWords.hits(found.value.length === 0 ? 0 : at.value + 1, found.value.length)}
        </span>
      </form>
    </search>
  );
}
