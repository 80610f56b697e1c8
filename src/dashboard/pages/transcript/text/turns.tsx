/** The text, a paragraph for each segment: typed in where it stands. What is out of sight is not laid out (CSS). */
import type { HTMLAttributes } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
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
  const writing = useWriting(at);
  // One paragraph is reached by the tabulator key, the others from there by the arrows.
  useLayoutEffect(() => {
    const all = list.current;
    const reached = all?.querySelector("p[tabindex='0']") ?? all?.querySelector("p");
    reached?.setAttribute("tabindex", "0");
  }, [ids]);
  return (
    <div class="transcript turns" ref={list} lang={at.document.language ?? undefined} {...writing}>
      {ids.map((id) => (
        <Turn key={id} id={id} at={at} />
      ))}
    </div>
  );
}

function Turn({ id, at }: { id: string; at: Workspace }) {
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
    markUnsure(id, segment);
  }, [segment]);
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
          title={transcript().changeSpeaker}
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

/** Plain text alone: what is pasted comes without its looks. */
function written(label: string): HTMLAttributes<HTMLParagraphElement> {
  return {
    role: "textbox",
    "aria-multiline": true,
    "aria-label": label,
    contentEditable: "plaintext-only",
    spellcheck: true,
  };
}
