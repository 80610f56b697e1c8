/** One recording: its sound, and its text to correct. */
import { useEffect } from "preact/hooks";
import { useLocation, useRoute } from "preact-iso";
import { onServerEvent } from "../../client/events.ts";
import { ApiFault } from "../../client/fault.ts";
import { isLocalId, localChanges } from "../../client/local-recordings.ts";
import { titles } from "../../messages/titles.ts";
import { transcript as words } from "../../messages/transcript.ts";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { type Resource, useResource } from "../../state/resource.ts";
import { Aside } from "./aside.tsx";
import { Asked } from "./dialogs/asked.tsx";
import { TranscriptDocument } from "./editing/document.ts";
import { paragraphOf, rangeOf, reveal } from "./editing/places.ts";
import { openSaver, TranscriptSaver } from "./editing/saver.ts";
import { Acts, Facts } from "./head.tsx";
import type { Home, Recording } from "./homes/home.ts";
import { InBrowser } from "./homes/in-browser.ts";
import { OnServer } from "./homes/on-server.ts";
import { NotReady } from "./not-ready.tsx";
import { lastBegun } from "./playing.ts";
import { Player } from "./sound/player.tsx";
import { FindBar } from "./text/find.tsx";
import { useFollowing } from "./text/follow.ts";
import { markHits } from "./text/marks.ts";
import { Turns } from "./text/turns.tsx";
import { useKeys } from "./use-keys.ts";
import { Workspace } from "./workspace.ts";

type Read = { recording: Recording; at: Workspace | null };

export default function TranscriptPage() {
  const id = useRoute().params.recording as string;
  const read = useResource(
    (signal) => open(isLocalId(id) ? new InBrowser(id) : new OnServer(id), signal),
    [id],
  );
  useEffect(() => listen(id, (revision) => void hear(read, revision)), [read]);
  const title = read.data.value?.recording.name ?? titles.transcript;
  const at = read.data.value?.at ?? null;
  // Reloading keeps typed text.
  useEffect(() => {
    at?.saver.show();
    return () => at?.saver.leave();
  }, [at]);
  if (at !== null) return <Opened key={id} at={at} />;
  return (
    <Page bare title={title} above={<Back />}>
      <Loaded of={read}>
        {({ recording }) => <NotReady recording={recording} onChange={read.reload} />}
      </Loaded>
    </Page>
  );
}

function Back() {
  return (
    <p class="small no-print">
      <a href="/app/recordings">{words.recordings}</a>
    </p>
  );
}

async function open(home: Home, signal: AbortSignal): Promise<Read> {
  const recording = await home.find(signal);
  if (recording.state !== "ready") return { recording, at: null };
  const known = openSaver(home.id);
  if (known !== null) return { recording, at: new Workspace(recording, known) };
  const read = await home.read({ signal });
  const document = new TranscriptDocument(read.segments, read.names, recording.language);
  return {
    recording,
    at: new Workspace(recording, new TranscriptSaver(home, recording.name, document, read)),
  };
}

/** Listens for changes by others and by other tabs. @param changed is given the revision, or null if it is unknown. */
function listen(id: string, changed: (revision: number | null) => void): () => void {
  if (isLocalId(id)) {
    const seen = localChanges.peek();
    return localChanges.subscribe((count) => {
      if (count !== seen) changed(null);
    });
  }
  return onServerEvent(["recording"], (event) => {
    if (event.type === "recording" && (event.data === null || event.data.id === id))
      changed(event.data?.revision ?? null);
  });
}

/** @param revision as an event gives it; null if some were missed. */
async function hear(read: Resource<Read>, revision: number | null): Promise<void> {
  const at = read.data.peek()?.at ?? null;
  if (at === null) return read.reload();
  const { recording, saver, canEdit, home } = at;
  try {
    recording.value = await home.find();
    await saver.hear(revision ?? recording.peek().revision, canEdit);
  } catch (error) {
    // A missed change comes with the next save.
    if (!(error instanceof ApiFault)) throw error;
  }
}

function Opened({ at }: { at: Workspace }) {
  useKeys(at);
  useFollowing(at);
  useMoment(at);
  const { recording, isFinding } = at;
  return (
    <>
      <Page
        bare
        title={recording.value.name}
        lead={<Facts at={at} />}
        above={<Back />}
        actions={<Acts at={at} />}
      >
        <Obstacle at={at} />
        <Player at={at} />
        {isFinding.value && <FindBar at={at} />}
        <div class="columns">
          {at.view.value === "text" ? <Turns at={at} /> : <LazySubtitles at={at} />}
          <Aside at={at} />
        </div>
      </Page>
      <Asked at={at} />
    </>
  );
}

/** Its rules come with the code that lays subtitles out: readers of the text need neither. */
function LazySubtitles({ at }: { at: Workspace }) {
  const code = useResource(async () => (await import("./subtitles.tsx")).default);
  return <Loaded of={code}>{(Subtitles) => <Subtitles at={at} />}</Loaded>;
}

function Obstacle({ at }: { at: Workspace }) {
  const state = at.saver.state.value;
  if (state === "saved" || state === "saving") return null;
  return (
    <Banner look="wait no-print" role="alert">
      <p>{words.obstacles[state]}</p>
      {state === "conflict" && (
        <Button
          look="small"
          text={words.compare}
          onClick={() => {
            at.asked.value = { kind: "conflicts" };
          }}
        />
      )}
    </Banner>
  );
}

/** A hit of the search is opened where it is: `?at=SECONDS`. */
function useMoment(at: Workspace): void {
  const { query } = useLocation();
  const ms = Number(query.at ?? Number.NaN) * 1000;
  useEffect(() => {
    if (Number.isNaN(ms)) return;
    const segments = at.document.segments.peek();
    const segment = segments[Math.max(0, lastBegun(segments, ms))];
    at.playing.seek(ms);
    if (segment === undefined) return;
    const word = Math.max(0, lastBegun(segment.words, ms));
    const range = rangeOf(segment, word, word);
    reveal(paragraphOf(segment.id));
    if (range !== null) markHits([range], range);
  }, [at, ms]);
}
