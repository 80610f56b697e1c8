/** What stands in the way of a dictation, and the way on. */
import { dictate } from "../../messages/dictate.ts";
import { Icon } from "../../parts/drawing.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { bytes, clock, date } from "../../state/format.ts";
import { saveFile } from "../../state/save-file.ts";
import { discard, microphoneFault, type PendingRecording, phase, send } from "./dictation.ts";

export function MicrophoneBanner() {
  const fault = microphoneFault.value;
  if (fault === null) return null;
  const { title, text } = dictate().microphone[fault];
  return (
    <div class="banner wait" role="alert">
      <Icon name="alert" />
      <div class="stack tight">
        <p>
          <strong>{title}</strong>
        </p>
        <p>{text}</p>
        {fault === "insecure" && (
          <p>
            <a href="/docs/tls" target="_blank" rel="noopener">
              {dictate().tlsManual}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

/** A recording that has not become text: it stays until the person decides. */
export function UnsentRecording() {
  const current = phase.value;
  if (current.name !== "unsent") return null;
  const { pending, fault } = current;
  const { unsentTitle, unsentText, stopped, sendAgain, save, discardRecording } = dictate();
  return (
    <section class="stack" aria-label={unsentTitle}>
      {fault && <FaultBanner fault={fault} />}
      <div class="panel stack">
        <h2>{unsentTitle}</h2>
        <p class="second">
          {fault === null && `${stopped} `}
          {unsentText(clock(pending.seconds), bytes(pending.wav.size))}
        </p>
        <div class="row">
          <button type="button" class="button primary" onClick={() => void send(pending)}>
            {sendAgain}
          </button>
          <button type="button" class="button" onClick={() => saveRecording(pending)}>
            <Icon name="download" />
            {save}
          </button>
          <button type="button" class="button destroy" onClick={() => void discard()}>
            {discardRecording}
          </button>
        </div>
      </div>
    </section>
  );
}

function saveRecording({ wav }: PendingRecording): void {
  const time = date(new Date(), { dateStyle: "short", timeStyle: "short" });
  saveFile(`${dictate().fileName} ${time}.wav`.replace(/[/:]/g, "-"), wav);
}
