/** All saves, with time and person: each can be read, and restored. */
import { useSignal } from "@preact/signals";
import { textOf } from "../../../../recordings/transcript-model/segments.ts";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptDialogs } from "../../../messages/transcript-dialogs.ts";
import { Dialog, toast } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { Loaded } from "../../../parts/page.tsx";
import { dateAndTime } from "../../../state/format.ts";
import { useResource } from "../../../state/resource.ts";
import { setting } from "../../../state/signals.ts";
import { changesBetween } from "../editing/differences.ts";
import { goBack } from "../text/undoing.ts";
import { nameOf, voiceOf } from "../voices.ts";
import type { Workspace } from "../workspace.ts";

export function RevisionsDialog({ at }: { at: Workspace }) {
  const chosen = useSignal<number | null>(null);
  const list = useResource(async (signal) => {
    // Includes the last keystrokes.
    await at.saver.save();
    return at.home.revisions(signal);
  });
  const close = setting(at.asked, null);
  return (
    <Dialog title={transcript.changes} onClose={close} drawer>
      <p class="second">{transcriptDialogs.changesHint}</p>
      <Loaded of={list}>
        {(revisions) =>
          revisions.length === 0 ? (
            <p>{transcriptDialogs.nothingChanged}</p>
          ) : (
            <ul class="ledger">
              {revisions.map(({ revision, name, createdAt }) => (
                <li key={revision}>
                  <Button
                    look="plain small"
                    text={dateAndTime(createdAt)}
                    aria-pressed={chosen.value === revision}
                    onClick={setting(chosen, revision)}
                  />
                  <span class="side-note">{name ?? transcriptDialogs.recognizer}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {chosen.value !== null && (
        <Revision key={chosen.value} at={at} revision={chosen.value} onDone={close} />
      )}
    </Dialog>
  );
}

function Revision({ at, revision, onDone }: { at: Workspace; revision: number; onDone: () => void }) {
  const { document, canEdit } = at;
  const read = useResource((signal) => at.home.read({ revision, signal }), [revision]);
  return (
    <Loaded of={read}>
      {({ segments, names }) => (
        <section class="stack">
          {canEdit && (
            <Button
              text={transcriptDialogs.restore}
              onClick={() => {
                document.make(changesBetween(document.segments.peek(), segments), { names });
                onDone();
                toast(transcriptDialogs.restored, () => goBack(at, "undo"));
              }}
            />
          )}
          <div class="transcript revision">
            {segments.map(({ id, speaker, words }) => (
              <section key={id} class={`turn ${voiceOf(speaker)}`}>
                <header>
                  <span class="who">{nameOf(names, speaker)}</span>
                </header>
                <p>{textOf(words)}</p>
              </section>
            ))}
          </div>
        </section>
      )}
    </Loaded>
  );
}
