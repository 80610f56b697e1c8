/** A recording that has no transcript yet: how far it is and what is there so far, or why it has none. */
import { call } from "../../client/api.ts";
import { transcriptWaiting as words } from "../../messages/transcript-waiting.ts";
import { toastFault } from "../../parts/acts.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { clock, duration } from "../../state/format.ts";
import type { Recording } from "./homes/home.ts";

interface NotReadyProps {
  recording: Recording;
  onChange: () => Promise<void>;
}

export function NotReady({ recording, onChange }: NotReadyProps) {
  const { id, state, error, progress, access } = recording;
  const act = async (called: () => Promise<unknown>) => {
    try {
      await called();
      await onChange();
    } catch (fault) {
      toastFault(fault);
    }
  };
  const path = { recording: id };
  const isUnderWay = state === "waiting" || state === "recognizing";
  return (
    <section class="stack">
      <p role="status">{words.stateOf[state]}</p>
      {error && <Banner role="alert" text={error.message} />}
      {progress && (
        <>
          <progress class="progress" max={progress.seconds_total || 1} value={progress.seconds_done} />
          <p class="facts">
            <span>{words.someOf(clock(progress.seconds_done), clock(progress.seconds_total))}</span>
            {progress.seconds_left !== null && <span>{words.timeLeft(duration(progress.seconds_left))}</span>}
          </p>
          <p class="live-text hearing">{progress.partial_text}</p>
        </>
      )}
      <div class="row">
        {isUnderWay && access !== "viewer" && (
          <Button
            text={words.cancel}
            onClick={() => void act(() => call("POST /v1/recordings/{recording}/cancel", { path }))}
          />
        )}
        {!isUnderWay && access === "owner" && (
          <Button
            look="primary"
            text={words.retry}
            onClick={() => void act(() => call("POST /v1/recordings/{recording}/retry", { path, body: {} }))}
          />
        )}
      </div>
    </section>
  );
}
