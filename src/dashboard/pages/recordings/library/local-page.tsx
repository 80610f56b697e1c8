/** A recording of this browser alone: to hear and to read. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { textOf } from "../../../../recordings/transcript-model/segments.ts";
import { localSound, readLocal } from "../../../client/local-recordings.ts";
import { recordingsTitle, recordingsWords } from "../../../messages/recordings.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { Page } from "../../../parts/page.tsx";
import { clock, dateAndTime } from "../../../state/format.ts";
import { useResource } from "../../../state/resource.ts";

async function load(id: string) {
  const kept = await readLocal(id);
  return { kept, sound: kept === null ? null : await localSound(kept.recording) };
}

export function LocalPage({ id }: { id: string }) {
  const found = useResource(() => load(id), [id]);
  const { localTitle, localGone } = recordingsWords();
  const kept = found.data.value?.kept;
  const lead = (
    <>
      <a href="/app/recordings">{recordingsTitle()}</a>
      {kept && (
        <span class="facts">
          <span>{dateAndTime(kept.recording.createdAt)}</span>
          <span>{localTitle}</span>
        </span>
      )}
    </>
  );
  return (
    <Page title={kept?.recording.name ?? recordingsTitle()} lead={lead}>
      <Loaded of={found}>
        {({ kept, sound }) =>
          kept === null ? (
            <p class="second">{localGone}</p>
          ) : (
            <div class="stack">
              {sound && <Player sound={sound} name={kept.recording.name} />}
              <div class="transcript">
                {kept.segments.map(({ id, startMs, speaker, words }) => (
                  <div key={id} class="turn">
                    <header>
                      {speaker !== null && (
                        <span class="who">{recordingsWords().speaker(Number(speaker.slice(4)) + 1)}</span>
                      )}
                      <time>{clock(startMs / 1000)}</time>
                    </header>
                    <p>{textOf(words)}</p>
                  </div>
                ))}
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function Player({ sound, name }: { sound: Blob; name: string }) {
  const address = useSignal<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(sound);
    address.value = made;
    return () => URL.revokeObjectURL(made);
  }, [sound]);
  if (address.value === null) return null;
  // What is said stands below.
  // biome-ignore lint/a11y/useMediaCaption: the transcript is on the page
  return <audio controls src={address.value} aria-label={name} />;
}
