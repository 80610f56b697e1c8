/** A recording that has no transcript yet: how far it is and what is there so far, or why it has none. */
import { transcriptWaiting } from "../../messages/transcript-waiting.ts";
import { Icon } from "../../parts/drawing.tsx";
import { clock, duration } from "../../state/format.ts";
import type { Recording } from "./workspace.ts";

export function NotReady({ recording }: { recording: Recording }) {
  const { state, error, progress } = recording;
  const { stateOf, timeLeft, doneOf } = transcriptWaiting();
  return (
    <section class="stack">
      <p role="status">{stateOf[state]}</p>
      {error && (
        <div class="banner wait" role="alert">
          <Icon name="alert" />
          <p>{error.message}</p>
        </div>
      )}
      {progress && (
        <>
          <progress class="progress" max={progress.seconds_total || 1} value={progress.seconds_done} />
          <p class="facts">
            <span>{doneOf(clock(progress.seconds_done), clock(progress.seconds_total))}</span>
            {progress.seconds_left !== null && <span>{timeLeft(duration(progress.seconds_left))}</span>}
          </p>
          <p class="live-text hearing">{progress.partial_text}</p>
        </>
      )}
    </section>
  );
}
