/**
 * The text, a paragraph for each segment: typed in where it stands. Turns out of sight are not laid out (CSS), some turns at
 * once: of hundreds that are skipped each by itself, each costs every key something.
 */
import { useSignal } from "@preact/signals";
import type { HTMLAttributes } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { textOf } from "../../../../recordings/transcript-model/segments.ts";
import { transcript } from "../../../messages/transcript.ts";
import { clock } from "../../../state/format.ts";
import { register } from "../editing/places.ts";
import { nameOf, voiceOf } from "../voices.ts";
import type { Workspace } from "../workspace.ts";
import { markUnsure } from "./marks.ts";
import { fill, useWriting } from "./writing.ts";

export function Turns({ at }: { at: Workspace }) {
  const ids = at.document.ids.value;
  const list = useRef<HTMLDivElement>(null);
  const heads = useMemo(() => new Set<string>(), [at]);
  const writing = useWriting(at);
  // One paragraph is reached by the tabulator key, the others from there by the arrows.
  useLayoutEffect(() => {
    const all = list.current;
    const reached = all?.querySelector("p[tabindex='0']") ?? all?.querySelector("p");
    reached?.setAttribute("tabindex", "0");
  }, [ids]);
  return (
    <div class="transcript turns" ref={list} lang={at.document.language ?? undefined} {...writing}>
      {blocksOf(ids, heads).map((block) => (
        <Block key={block[0]} ids={block} at={at} />
      ))}
    </div>
  );
}

/** Unsure words are marked where they are drawn: of thousands of marks, each costs every frame something. */
function Block({ ids, at }: { ids: readonly string[]; at: Workspace }) {
  const isDrawn = useSignal(!("oncontentvisibilityautostatechange" in document));
  const block = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = block.current;
    const change = (event: Event) => {
      if (event.target === element) isDrawn.value = !(event as ContentVisibilityAutoStateChangeEvent).skipped;
    };
    element?.addEventListener("contentvisibilityautostatechange", change);
    return () => element?.removeEventListener("contentvisibilityautostatechange", change);
  }, []);
  return (
    <div class="turn-block" ref={block}>
      {ids.map((id) => (
        <Turn key={id} id={id} at={at} isDrawn={isDrawn.value} />
      ))}
    </div>
  );
}

const BLOCK = 16;

/** @param heads with which blocks began: they still do, so that few turns are drawn anew if one is split or joined. */
function blocksOf(ids: readonly string[], heads: Set<string>): string[][] {
  const blocks: string[][] = [];
  for (const id of ids) {
    const block = blocks.at(-1);
    if (block !== undefined && block.length < BLOCK && !heads.has(id)) block.push(id);
    else {
      blocks.push([id]);
      heads.add(id);
    }
  }
  return blocks;
}

function Turn({ id, at, isDrawn }: { id: string; at: Workspace; isDrawn: boolean }) {
  const { document, canEdit, asked } = at;
  const segment = document.part(id)?.value;
  const text = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (text.current === null) return;
    const forget = register(id, text.current);
    return () => {
      forget();
      markUnsure(id, null);
    };
  }, [id]);
  useLayoutEffect(() => {
    if (segment === undefined || text.current === null) return;
    fill(text.current, textOf(segment.words));
    markUnsure(id, isDrawn ? segment : null);
  }, [segment, isDrawn]);
  if (segment === undefined) return null;
  const { speaker, startMs } = segment;
  const name = nameOf(document.names.value, speaker);
  const time = clock(startMs / 1000);
  return (
    <section class={`turn ${voiceOf(speaker)}`} data-segment={id}>
      <header>
        <button
          type="button"
          class="who"
          tabIndex={-1}
          disabled={!canEdit}
          title={transcript.changeSpeaker}
          onClick={() => {
            asked.value = { kind: "turn", segment };
          }}
        >
          {name}
        </button>
        <time>{time}</time>
      </header>
      <p ref={text} tabIndex={-1} {...(canEdit && written(`${name}, ${time}`))} />
    </section>
  );
}

/** Plain text alone: pasted text loses its formatting. */
function written(label: string): HTMLAttributes<HTMLParagraphElement> {
  return {
    role: "textbox",
    "aria-multiline": true,
    "aria-label": label,
    contentEditable: "plaintext-only",
    spellcheck: true,
  };
}
