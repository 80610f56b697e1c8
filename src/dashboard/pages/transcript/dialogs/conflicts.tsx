/** Two people changed the same words: both versions, side by side, and a choice for each place. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { textOf } from "../../../../recordings/transcript-model/segments.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { changedParts } from "../../../parts/diff.ts";
import { clock } from "../../../state/format.ts";
import { setting } from "../../../state/signals.ts";
import type { Segments } from "../homes/home.ts";
import { nameOf } from "../voices.ts";
import type { Workspace } from "../workspace.ts";

export function ConflictsDialog({ at }: { at: Workspace }) {
  const conflicts = at.saver.conflicts.value;
  const isMine = useSignal<readonly boolean[]>(conflicts.map(() => true));
  const name = useId();
  const close = setting(at.asked, null);
  const decide = () => {
    void at.saver.decide(isMine.value);
    close();
  };
  const foot = (
    <>
      <Button text={transcriptDialogs.later} onClick={close} />
      <Button look="primary" text={transcriptDialogs.keepChosen} onClick={decide} />
    </>
  );
  const choose = (index: number, own: boolean) => {
    isMine.value = isMine.value.with(index, own);
  };
  return (
    <Dialog title={transcriptDialogs.conflictTitle} onClose={close} foot={foot} drawer>
      <p class="second">{transcriptDialogs.conflictHint}</p>
      {conflicts.map((conflict, index) => (
        <fieldset key={conflict.base[0]?.id ?? index} class="versions">
          <legend>{transcriptDialogs.at(clock((conflict.base[0]?.startMs ?? 0) / 1000))}</legend>
          {[true, false].map((own) => (
            <label key={String(own)} class="version">
              <span class="row">
                <input
                  type="radio"
                  name={`${name}-${index}`}
                  checked={isMine.value[index] === own}
                  onChange={() => choose(index, own)}
                />
                <strong>{own ? transcriptDialogs.mine : transcriptDialogs.theirs}</strong>
              </span>
              <Version at={at} base={conflict.base} now={own ? conflict.mine : conflict.theirs} />
            </label>
          ))}
        </fieldset>
      ))}
    </Dialog>
  );
}

function Version({ at, base, now }: { at: Workspace; base: Segments; now: Segments }) {
  const parts = changedParts(written(at, base), written(at, now));
  return (
    <span>
      {parts.map(({ kind, text }, index) =>
        kind === "same" ? (
          text
        ) : (
          <span key={index} class={kind}>
            {text}
          </span>
        ),
      )}
      {now.length === 0 && <em>{transcriptDialogs.deleted}</em>}
    </span>
  );
}

/** With who speaks, where that is what differs. */
function written({ document }: Workspace, segments: Segments): string {
  const names = document.names.value;
  return segments.map(({ speaker, words }) => `${nameOf(names, speaker)}: ${textOf(words)}`).join("\n");
}
