/** Work of the server: how far, how fast, how long still, the words so far; and what is being sent from this tab. */
import { useEffect, useMemo } from "preact/hooks";
import { call } from "../../../client/api.ts";
import { onServerEvent } from "../../../client/events.ts";
import { library } from "../../../messages/library.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { confirmFirst } from "../../../parts/acts.tsx";
import { Button } from "../../../parts/button.tsx";
import { useEvery } from "../../../state/every.ts";
import { clock, duration, number, percent } from "../../../state/format.ts";
import { createResource, useResource } from "../../../state/resource.ts";
import { UnderWaySection } from "../sending/under-way-section.tsx";
import { cancelRecording } from "./acts.ts";
import type { Recording } from "./list.ts";

/** More than anybody watches. */
const SHOWN = 20;
/** Where events do not come through. */
const POLL_MS = 5_000;

/** @param listed those that the list below shows. */
export function UnderWay({ listed }: { listed: readonly Recording[] }) {
  const working = useResource(load, [], ["recording"]);
  const recordings = working.data.value ?? [];
  const isBusy = recordings.length > 0;
  useEvery(POLL_MS, working.reload, isBusy);
  const known = new Set([...recordings, ...listed].map(({ id }) => id));
  return (
    <UnderWaySection listed={known}>
      {isBusy ? recordings.map((recording) => <WorkLine key={recording.id} recording={recording} />) : null}
    </UnderWaySection>
  );
}

async function load(signal: AbortSignal): Promise<Recording[]> {
  const states = ["recognizing", "waiting"] as const;
  const pages = await Promise.all(
    states.map((state) => call("GET /v1/recordings", { query: { state, limit: SHOWN }, signal })),
  );
  return pages.flatMap(({ data }) => data);
}

function WorkLine({ recording }: { recording: Recording }) {
  const { id, name, job_id: job } = recording;
  const one = useMemo(
    () =>
      createResource(
        (signal) => call("GET /v1/recordings/{recording}", { path: { recording: id }, signal }),
        recording,
      ),
    [id],
  );
  useEffect(() => {
    void one.reload();
    const silence = onServerEvent(["recording", "job"], ({ type, data }) => {
      const isMeant =
        data === null || (type === "job" ? data.id === job : type === "recording" && data.id === id);
      if (isMeant && !one.loading.value) void one.reload();
    });
    return () => {
      silence();
      one.stop();
    };
  }, [one]);
  const { progress } = one.data.value ?? recording;
  const { cancelTitle, cancelText, cancelAct, timeLeft: left, cancel } = words;
  const stop = async () => {
    if (await confirmFirst({ title: cancelTitle, text: cancelText, act: cancelAct }))
      await cancelRecording(recording);
  };
  return (
    <li>
      <span class="title">{name}</span>
      <span class="row one-line">
        <span class="side-note">
          {progress === null
            ? library.states.waiting
            : progress.seconds_left !== null && left(duration(Math.max(1, progress.seconds_left)))}
        </span>
        <Button look="small icon-only plain" icon="close" label={`${cancel}: ${name}`} onClick={stop} />
      </span>
      {progress !== null && <Progress name={name} {...progress} />}
    </li>
  );
}

interface ProgressProps extends NonNullable<Recording["progress"]> {
  name: string;
}

function Progress({ name, seconds_done, seconds_total, seconds_left, partial_text }: ProgressProps) {
  const { recognizing, someOf, speed } = words;
  const share = seconds_total > 0 ? Math.min(1, seconds_done / seconds_total) : 0;
  const times = seconds_left ? (seconds_total - seconds_done) / seconds_left : 0;
  return (
    <>
      <div class="whole progress">
        <progress max={100} value={share * 100} aria-label={recognizing(name)} />
        <span class="num">{percent(share)}</span>
      </div>
      {partial_text !== "" && (
        <p class="partial">
          <time>{clock(seconds_done)}</time>
          <span class="heard">{lastWords(partial_text)}</span>
        </p>
      )}
      <div class="facts">
        <span>{someOf(duration(seconds_done), duration(seconds_total))}</span>
        {times > 0 && <span>{speed(number(times, { maximumFractionDigits: times < 10 ? 1 : 0 }))}</span>}
      </div>
    </>
  );
}

const LAST_CHARS = 150;

/** Two lines show what was heard last, from the beginning of a word. */
function lastWords(text: string): string {
  if (text.length <= LAST_CHARS) return text;
  return `… ${text.slice(-LAST_CHARS).replace(/^\S*\s+/, "")}`;
}
