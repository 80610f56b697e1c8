/** How far the server is with a recording, as its events say. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { onServerEvent, type JobProgress as Progress } from "../../../client/events.ts";
import { recordingsWords as words } from "../../../messages/recordings.ts";
import { duration, percent } from "../../../state/format.ts";

export function JobProgress({ id }: { id: string }) {
  const progress = useSignal<Progress | null>(null);
  useEffect(
    () =>
      onServerEvent(["job"], (event) => {
        if (event.type === "job" && event.data?.id === id)
          progress.value = event.data.progress ?? progress.value;
      }),
    [id],
  );
  const { waitsForTurn, stages, someOf } = words;
  if (progress.value === null) return <p class="whole second">{waitsForTurn}</p>;
  const { stage, done_seconds, total_seconds } = progress.value;
  const share =
    total_seconds === null || total_seconds === 0 ? null : Math.min(1, done_seconds / total_seconds);
  return (
    <>
      <div class="whole progress">
        <progress max={100} {...(share !== null && { value: share * 100 })} aria-label={stages[stage]} />
        <span class="num">{share === null ? "" : percent(share)}</span>
      </div>
      <div class="facts">
        <span>{stages[stage]}</span>
        {total_seconds !== null && <span>{someOf(duration(done_seconds), duration(total_seconds))}</span>}
      </div>
    </>
  );
}
