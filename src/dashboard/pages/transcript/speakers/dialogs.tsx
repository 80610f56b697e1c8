/** Who says a turn, and who a speaker is: three clips to hear, and a name that stands everywhere at once. */
import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { call } from "../../../client/api.ts";
import { frame } from "../../../messages/frame.ts";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptDialogs as words } from "../../../messages/transcript-dialogs.ts";
import { Dialog, toastFault } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { clock } from "../../../state/format.ts";
import { fieldInto, setting } from "../../../state/signals.ts";
import { freshSpeaker, mergeSpeakers, setSpeaker } from "../editing/acts.ts";
import { nameOf, voiceOf } from "../voices.ts";
import type { Workspace } from "../workspace.ts";
import { clipsOf, speakersOf } from "./speakers.ts";

export function TurnDialog({ at, segment }: { at: Workspace; segment: TranscriptSegment }) {
  const { document, asked } = at;
  const close = setting(asked, null);
  const choose = (speaker: string | null) => {
    setSpeaker(document, segment.id, speaker);
    close();
  };
  const speakers = speakersOf(document);
  const foot = segment.speaker !== null && (
    <Button
      text={words.renameSpeaker(nameOf(document.names.value, segment.speaker))}
      onClick={() => {
        asked.value = { kind: "speaker", speaker: segment.speaker as string };
      }}
    />
  );
  return (
    <Dialog title={words.whoSpeaks} onClose={close} foot={foot}>
      <p class="second">{words.whoSpeaksHint}</p>
      <div class="stack tight">
        {speakers.map(({ id }) => (
          <button
            key={id}
            type="button"
            class={`button speaker-choice ${voiceOf(id)}`}
            aria-pressed={id === segment.speaker}
            onClick={() => choose(id)}
          >
            {nameOf(document.names.value, id)}
          </button>
        ))}
        <Button icon="plus" text={words.somebodyNew} onClick={() => choose(freshSpeaker(document))} />
        {segment.speaker !== null && (
          <Button look="plain" text={transcript.nobody} onClick={() => choose(null)} />
        )}
      </div>
    </Dialog>
  );
}

export function SpeakerDialog({ at, speaker }: { at: Workspace; speaker: string }) {
  const { document, playing, asked } = at;
  const given = document.names.value[speaker] ?? "";
  const name = useSignal(given);
  const into = useSignal("");
  const known = useKnownNames(at.home.isLocal ? null : name.value);
  const list = useId();
  const close = setting(asked, null);
  const finish = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = name.value.replace(/\s+/gu, " ").trim() || null;
    if (into.value !== "") mergeSpeakers(document, speaker, into.value);
    else if (chosen !== (given || null)) document.make([], { names: { [speaker]: chosen } });
    close();
  };
  const others = speakersOf(document).filter(({ id }) => id !== speaker);
  return (
    <Dialog title={words.whoIsThis(nameOf(document.names.value, speaker))} onClose={close}>
      <form class="stack" onSubmit={finish}>
        <div class="field">
          <label for={`${list}-name`}>{words.name}</label>
          <p class="hint" id={`${list}-hint`}>
            {words.nameHint}
          </p>
          <input
            id={`${list}-name`}
            class="input"
            list={list}
            maxLength={100}
            aria-describedby={`${list}-hint`}
            autocomplete="off"
            value={name.value}
            onInput={fieldInto(name)}
          />
          <datalist id={list}>
            {known.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </div>
        {at.recording.value.audio !== null && (
          <div class="row">
            {clipsOf(document.segments.value, speaker).map((clip) => (
              <Button
                key={clip.fromMs}
                look="small"
                icon="play"
                text={words.hearClip(clock(clip.fromMs / 1000))}
                onClick={() => playing.hear(clip)}
              />
            ))}
          </div>
        )}
        {others.length > 0 && (
          <div class="field">
            <label for={`${list}-into`}>{words.samePersonAs}</label>
            <select id={`${list}-into`} class="select" value={into.value} onChange={fieldInto(into)}>
              <option value="">{words.itself}</option>
              {others.map(({ id }) => (
                <option key={id} value={id}>
                  {nameOf(document.names.value, id)}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="row">
          <button type="submit" class="button primary">
            {words.save}
          </button>
          <Button text={frame.cancel} onClick={close} />
        </div>
      </form>
    </Dialog>
  );
}

const PAUSE_MS = 150;

/** Names that the person used before, once they pause in typing. @param prefix null if the server must not hear it. */
function useKnownNames(prefix: string | null): readonly string[] {
  const known = useSignal<readonly string[]>([]);
  useEffect(() => {
    if (prefix === null) return;
    const over = new AbortController();
    const { signal } = over;
    const timer = setTimeout(async () => {
      try {
        const { data } = await call("POST /v1/recordings/speaker-names/search", { body: { prefix }, signal });
        known.value = data;
      } catch (error) {
        if (!signal.aborted) toastFault(error);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [prefix]);
  return known.value;
}
