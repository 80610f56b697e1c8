/** Find and replace, in the words themselves: every hit is marked, and all are replaced in one step. */
import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { retype } from "../../../../recordings/transcript-model/retype.ts";
import { type TranscriptSegment, textOf } from "../../../../recordings/transcript-model/segments.ts";
import { frame } from "../../../messages/frame.ts";
import { transcript } from "../../../messages/transcript.ts";
import { toast } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { number } from "../../../state/format.ts";
import { fieldInto, setting } from "../../../state/signals.ts";
import { paragraphOf, rangeIn, reveal } from "../editing/places.ts";
import type { Workspace } from "../workspace.ts";
import { markHits } from "./marks.ts";
import { goBack } from "./undoing.ts";

interface Hit {
  segment: TranscriptSegment;
  start: number;
  end: number;
}

const texts = new WeakMap<TranscriptSegment, string>();

/** Case and diacritics do not count, and places in it are those in the text. */
function foldedText(segment: TranscriptSegment): string {
  const known = texts.get(segment);
  if (known !== undefined) return known;
  const folded = fold(textOf(segment.words));
  texts.set(segment, folded);
  return folded;
}

function fold(text: string): string {
  // Most text is ASCII, which needs no normalization.
  if (/^[ -~]*$/.test(text)) return text.toLowerCase();
  return [...text]
    .map((character) => {
      const plain = character.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return plain.length === character.length ? plain : character;
    })
    .join("");
}

const WORD = /[\p{L}\p{N}]/u;

function hitsIn(segments: readonly TranscriptSegment[], words: string, isWhole: boolean): Hit[] {
  const wanted = fold(words.replace(/\s+/gu, " ").trim());
  if (wanted === "") return [];
  return segments.flatMap((segment) => {
    const text = foldedText(segment);
    const hits: Hit[] = [];
    for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
      const end = start + wanted.length;
      const isPart = WORD.test(text.charAt(start - 1)) || WORD.test(text.charAt(end));
      if (!isWhole || !isPart) hits.push({ segment, start, end });
    }
    return hits;
  });
}

/** The segments that have hits, with other words in their place. */
function replaced(hits: readonly Hit[], by: string, language: string | null): TranscriptSegment[] {
  const bySegment = Map.groupBy(hits, ({ segment }) => segment);
  return [...bySegment].map(([segment, own]) => {
    const text = own.reduceRight(
      (text, { start, end }) => text.slice(0, start) + by + text.slice(end),
      textOf(segment.words),
    );
    return retype(segment, text, language);
  });
}

export function FindBar({ at }: { at: Workspace }) {
  const words = useSignal("");
  const by = useSignal("");
  const isWhole = useSignal(false);
  const index = useSignal(0);
  const { document: text, canEdit } = at;
  const hits = useComputed(() => hitsIn(text.segments.value, words.value, isWhole.value));
  const shown = Math.min(index.value, Math.max(0, hits.value.length - 1));
  useMarks(hits, shown);
  const close = setting(at.isFinding, false);
  const step = (by: 1 | -1) => {
    const { length } = hits.value;
    if (length > 0) index.value = (shown + by + length) % length;
  };
  const put = (chosen: readonly Hit[]) => {
    const changed = replaced(chosen, by.value, text.language);
    if (changed.length === 0) return;
    text.make(changed.map((each) => ({ replace: [each.id], after: null, with: [each] })));
    if (chosen.length > 1)
      toast(transcript.replacedAll(chosen.length, number(chosen.length)), () => goBack(at, "undo"));
  };
  const { find, replaceBy, replace, replaceAll, wholeWords, nextHit, previousHit, someOf } = transcript;
  return (
    <search class="find-bar no-print">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          step(1);
        }}
        onKeyDown={({ key }) => key === "Escape" && close()}
      >
        <input
          class="input small auto"
          type="search"
          aria-label={find}
          placeholder={find}
          ref={focused}
          value={words.value}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
            index.value = 0;
          }}
        />
        <span class="small second num" role="status">
          {words.value.trim() !== "" &&
            someOf(number(hits.value.length === 0 ? 0 : shown + 1), number(hits.value.length))}
        </span>
        <Button look="small" text={previousHit} onClick={() => step(-1)} />
        <button type="submit" class="button small">
          {nextHit}
        </button>
        <label class="check small">
          <input
            type="checkbox"
            checked={isWhole.value}
            onChange={({ currentTarget }) => {
              isWhole.value = currentTarget.checked;
            }}
          />
          <span>{wholeWords}</span>
        </label>
        {canEdit && (
          <span class="row">
            <input
              class="input small auto"
              type="text"
              aria-label={replaceBy}
              placeholder={replaceBy}
              value={by.value}
              onInput={fieldInto(by)}
            />
            <Button look="small" text={replace} onClick={() => put(hits.value.slice(shown, shown + 1))} />
            <Button look="small" text={replaceAll} onClick={() => put(hits.value)} />
          </span>
        )}
        <Button look="small plain icon-only push" icon="close" label={frame.close} onClick={close} />
      </form>
    </search>
  );
}

function focused(input: HTMLInputElement | null): void {
  input?.focus();
}

function useMarks(hits: ReadonlySignal<Hit[]>, shown: number): void {
  const all = hits.value;
  useEffect(() => {
    // Paragraphs show by then what was replaced.
    const ranges = all.map(rangeOfHit);
    const here = ranges[shown] ?? null;
    markHits(
      ranges.filter((range) => range !== null),
      here,
    );
    reveal(here?.startContainer.parentElement);
    return () => markHits([], null);
  }, [all, shown]);
}

function rangeOfHit({ segment: { id }, start, end }: Hit): Range | null {
  const node = paragraphOf(id)?.firstChild;
  return node instanceof Text ? rangeIn(node, start, end) : null;
}
