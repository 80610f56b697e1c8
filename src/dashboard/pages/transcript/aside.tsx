/** Beside the text: who speaks, what is proposed for the dictionary, unsure words, keys. */
import { useComputed } from "@preact/signals";
import { transcript } from "../../messages/transcript.ts";
import { transcriptActs as acts } from "../../messages/transcript-acts.ts";
import { Button } from "../../parts/button.tsx";
import { clock, number } from "../../state/format.ts";
import { Corrections } from "./corrections.tsx";
import { KEY_ACTS, shownKey } from "./key-names.ts";
import { keys } from "./options.ts";
import { speakersOf } from "./speakers/speakers.ts";
import { countUnsure, goToUnsure } from "./text/unsure.ts";
import { nameOf, voiceOf } from "./voices.ts";
import type { Workspace } from "./workspace.ts";

export function Aside({ at }: { at: Workspace }) {
  return (
    <aside class="stack wide no-print">
      <Speakers at={at} />
      {at.canEdit && !at.home.isLocal && <Corrections at={at} />}
      <Unsure at={at} />
      <KeyList at={at} />
    </aside>
  );
}

function Speakers({ at }: { at: Workspace }) {
  const { document, asked, canEdit } = at;
  const speakers = useComputed(() => speakersOf(document));
  return (
    <section class="stack tight">
      <h2>{transcript.speakersTitle}</h2>
      {speakers.value.length === 0 && <p class="second">{transcript.noSpeakers}</p>}
      <ul class="ledger">
        {speakers.value.map(({ id, spokenMs }) => (
          <li key={id} class={voiceOf(id)}>
            <button
              type="button"
              class="speaker-name"
              disabled={!canEdit}
              onClick={() => {
                asked.value = { kind: "speaker", speaker: id };
              }}
            >
              {nameOf(document.names.value, id)}
            </button>
            <span class="side-note num">{clock(spokenMs / 1000)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unsure({ at }: { at: Workspace }) {
  const { settled } = at.document;
  const unsure = useComputed(() => countUnsure(settled.value));
  const words = useComputed(() => settled.value.reduce((sum, each) => sum + each.words.length, 0));
  return (
    <section class="stack tight">
      <h2>{transcript.unsureTitle}</h2>
      <p class="second">{transcript.unsureCount(number(unsure.value), number(words.value))}</p>
      {unsure.value > 0 && (
        <div class="row">
          <Button look="small" onClick={() => goToUnsure(at, 1)}>
            {transcript.nextUnsure} <kbd>{keys().nextUnsure}</kbd>
          </Button>
        </div>
      )}
    </section>
  );
}

const READING = ["play", "back", "forward", "slower", "faster", "loop", "skipSilence", "zoomIn", "zoomOut"];

function KeyList({ at }: { at: Workspace }) {
  const shown = KEY_ACTS.filter((act) => at.canEdit || READING.includes(act));
  return (
    <section class="stack tight key-list">
      <div class="section-head">
        <h2>{transcript.keysTitle}</h2>
        <Button
          look="small plain"
          text={transcript.change}
          onClick={() => {
            at.asked.value = { kind: "keys" };
          }}
        />
      </div>
      <dl class="pairs small">
        {shown.flatMap((act) => [
          <dt key={act}>
            <kbd>{shownKey(keys()[act])}</kbd>
          </dt>,
          <dd key={`${act} does`}>{acts[act]}</dd>,
        ])}
        {at.canEdit && [
          <dt key="speaker">
            <kbd>Ctrl 1…8</kbd>
          </dt>,
          <dd key="speaker does">{transcript.setSpeaker}</dd>,
        ]}
      </dl>
    </section>
  );
}
