/** For the speaker: title, language and microphone first, and then the lines, the link and the end. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { captions as words } from "../../messages/captions.ts";
import { dictate } from "../../messages/dictate.ts";
import { liveText } from "../../messages/live-text.ts";
import { titles } from "../../messages/titles.ts";
import { announce } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { useSecondsSince } from "../../state/every.ts";
import { clock, date, number } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { fieldInto, setting } from "../../state/signals.ts";
import { becomesRecording, KeepChoice } from "../dictate/keep-choice.tsx";
import { LanguageChoice } from "../dictate/language-choice.tsx";
import { LevelMeter } from "../dictate/level-meter.tsx";
import { MicrophoneChoice } from "../dictate/microphone-choice.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { Screen } from "./screen.tsx";
import {
  endedAt,
  isAway,
  leave,
  lines,
  link,
  made,
  microphoneFault,
  phase,
  readers,
  reason,
  retry,
  start,
  startedAtMs,
  stop,
  title,
} from "./speaking.ts";

export function Speaker() {
  const isLinkAsked = useSignal(false);
  // Elsewhere nobody would see that the microphone is on.
  useEffect(() => leave, []);
  const ended = phase.value === "ended" && endedAt.value ? date(endedAt.value, { timeStyle: "short" }) : null;
  const isLive = phase.value === "live" || phase.value === "ending";
  return (
    <>
      <Screen
        title={title.value.trim() || titles.captions}
        state={<State ended={ended} />}
        lines={lines}
        actions={
          phase.value === "live" && (
            <Button look="small primary" icon="link" text={words.link} onClick={setting(isLinkAsked, true)} />
          )
        }
        empty={isLive ? <p class="second">{words.speak}</p> : <Begin />}
        end={ended && words.ended(ended)}
        foot={isLive ? <LiveFoot /> : <StartFoot isAgain={ended !== null} />}
      />
      {isLinkAsked.value && <LinkDialog onClose={setting(isLinkAsked, false)} />}
    </>
  );
}

function State({ ended }: { ended: string | null }) {
  const isLive = phase.value === "live" || phase.value === "ending";
  const seconds = useSecondsSince(isLive ? startedAtMs.value : null);
  useEffect(() => {
    if (isLive) announce(words.states.live);
  }, [isLive]);
  if (ended !== null) return <span class="state">{words.ended(ended)}</span>;
  if (isAway.value) return <span class="state wait">{words.states.away}</span>;
  if (phase.value === "opening") return <span class="state">{dictate.opening}</span>;
  if (!isLive) return null;
  return (
    <span class="state live">
      {words.states.live} <time>{clock(seconds)}</time>
    </span>
  );
}

/** Before the first word. */
function Begin() {
  const settings = useCall("GET /v1/settings");
  const own = settings.data.value?.language ?? "auto";
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <p class="second">{words.intro}</p>
      <label class="field">
        <span>{words.title}</span>
        <input class="input" maxLength={120} value={title.value} onInput={fieldInto(title)} />
      </label>
      <div class="row">
        <LanguageChoice own={own} disabled={phase.value !== "idle"} />
        <MicrophoneChoice disabled={phase.value !== "idle"} />
      </div>
      <KeepChoice disabled={phase.value !== "idle"} />
    </form>
  );
}

function StartFoot({ isAgain }: { isAgain: boolean }) {
  const fault = microphoneFault.value;
  return (
    <>
      <Button
        look="primary"
        icon="mic"
        text={isAgain ? words.startAgain : words.start}
        disabled={phase.value === "opening"}
        onClick={start}
      />
      {fault !== null && (
        <Banner role="alert">
          <p>
            <strong>{dictate.microphone[fault].title}.</strong> {dictate.microphone[fault].text}
          </p>
        </Banner>
      )}
      {reason.value !== null && <Banner role="alert" text={words.reasons[reason.value]} />}
      <span class="small push">{isAgain ? <WhatWasKept /> : whatIsKept()}</span>
    </>
  );
}

function WhatWasKept() {
  const recording = made.value;
  if (recording === null) return <>{words.keptHere}</>;
  if (recording === "failed") return <>{liveText.notKept}</>;
  return <a href={`/app/recordings/${recording.id}`}>{liveText.openRecording}</a>;
}

function LiveFoot() {
  return (
    <>
      <Button
        look="destroy"
        icon="stop"
        text={words.stop}
        disabled={phase.value === "ending"}
        onClick={() => stop()}
      />
      {isAway.value ? (
        <Banner role="status">
          <p>{words.speakerAway}</p>
          <Button look="small" text={words.tryNow} onClick={retry} />
        </Banner>
      ) : (
        <LevelMeter />
      )}
      {link.value !== null && (
        <span class="small">{words.readers(readers.value, number(readers.value))}</span>
      )}
      <span class="small push">{whatIsKept()}</span>
    </>
  );
}

function whatIsKept(): string {
  return becomesRecording() ? liveText.becomesRecording : words.kept;
}
