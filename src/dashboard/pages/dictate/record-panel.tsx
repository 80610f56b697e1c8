/** The recording: its button, how it stands, how loud it is, and which key it is held by. */
import { useEffect } from "preact/hooks";
import { dictate as words } from "../../messages/dictate.ts";
import { liveText } from "../../messages/live-text.ts";
import { announce } from "../../parts/announcer.tsx";
import { Attention } from "../../parts/attention.tsx";
import { Button, Icon } from "../../parts/button.tsx";
import { useSecondsSince } from "../../state/every.ts";
import { clock, duration } from "../../state/format.ts";
import { discard, isRecording, note, phase, stopWaiting } from "./dictation.ts";
import { LevelMeter } from "./level-meter.tsx";
import { loudest, seconds } from "./levels.ts";
import type { LiveTake } from "./live-take.ts";
import { take } from "./live-text.ts";
import { HOLD_KEYS, type HoldKey, preferences, setPreferences } from "./preferences.ts";
import { pushToTalkHandlers } from "./push-to-talk.ts";
import { LONGEST_SECONDS } from "./wav.ts";

const WARNED_SECONDS = 60;
/** Below it a microphone is switched off: even a quiet room is louder. */
const MUTED_LEVEL = 0.0003;
const MUTED_SECONDS = 2;

export function RecordButton() {
  const isOn = isRecording(phase.value);
  return (
    <button
      class="record"
      type="button"
      data-talk
      aria-disabled={!isOn && phase.value.name !== "idle"}
      aria-pressed={isOn}
      aria-label={isOn ? words.finish : words.begin}
      {...pushToTalkHandlers(() => ({ kind: "new" }))}
    >
      <Icon name={isOn ? "stop" : "mic"} />
    </button>
  );
}

/** @param hint what else can be done while nothing is recorded. */
export function RecordStatus({ hint }: { hint: string }) {
  const { name } = phase.value;
  if (name === "transcribing") return <TranscribingStatus sinceMs={phase.value.sinceMs} />;
  return isRecording(phase.value) ? <RecordingStatus /> : <IdleStatus hint={hint} />;
}

function IdleStatus({ hint }: { hint: string }) {
  return (
    <>
      <p class="fine-only">
        {words.ready.before} <kbd>{words.keys[preferences.value.holdKey]}</kbd> {words.ready.after}
      </p>
      <p class="coarse-only">{words.readyTouch}</p>
      {note.value ? (
        <Attention role="status" text={words.notes[note.value]} />
      ) : (
        <p class="quiet small fine-only">{hint}</p>
      )}
    </>
  );
}

export function HoldKeyChoice() {
  return (
    <label class="hold-key fine-only">
      <span class="quiet">{words.holdKey}</span>
      <select
        class="select small auto"
        value={preferences.value.holdKey}
        onChange={({ currentTarget }) => setPreferences({ holdKey: currentTarget.value as HoldKey })}
      >
        {HOLD_KEYS.map((each) => (
          <option key={each} value={each}>
            {words.keys[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

function RecordingStatus() {
  const current = phase.value;
  const isOpen = current.name === "recording";
  const purpose = "purpose" in current ? current.purpose.kind : "new";
  const rest = LONGEST_SECONDS - seconds.value;
  const isMuted = seconds.value > MUTED_SECONDS && loudest.value < MUTED_LEVEL;
  useEffect(() => {
    if (isOpen) announce(words.listening);
  }, [isOpen]);
  const isNearEnd = rest <= WARNED_SECONDS;
  useEffect(() => {
    if (isNearEnd) announce(words.timeLeft(duration(WARNED_SECONDS)));
  }, [isNearEnd]);
  return (
    <>
      <div class="row spread">
        <span class={isOpen ? "state live" : "state"}>
          {isOpen ? words.listeningTo[purpose] : words.opening}
        </span>
        <span class={isNearEnd ? "num attention" : "num"}>
          <time>{clock(seconds.value)}</time>{" "}
          <span class="quiet small">
            {isNearEnd ? words.timeLeft(duration(Math.ceil(rest))) : `/ ${clock(LONGEST_SECONDS)}`}
          </span>
        </span>
      </div>
      {purpose === "edit" && take.value && <Instruction take={take.value} />}
      <LevelMeter />
      <LiveState />
      {isMuted && <Attention role="status" text={words.muted} />}
      <div class="hints">
        <span class="fine-only">
          <kbd>{words.keys[preferences.value.holdKey]}</kbd> {words.releaseToFinish}
        </span>
        <Button look="plain small" onClick={discard}>
          <kbd class="fine-only">{words.escapeKey}</kbd> {words.discard}
        </Button>
      </div>
    </>
  );
}

/** The instruction, as it is heard. */
function Instruction({ take: { heard, hearing } }: { take: LiveTake }) {
  return (
    <p class="dictate-instruction" aria-hidden="true">
      {heard}
      <span class="hearing">{hearing}</span>
    </p>
  );
}

function LiveState() {
  const state = take.value?.state.value;
  if (state === "away") return <Attention role="status" text={liveText.away} />;
  return state === "over" ? <p class="quiet small">{liveText.over}</p> : null;
}

export function LiveChoice() {
  return (
    <label class="check dictate-live">
      <input
        type="checkbox"
        checked={preferences.value.live}
        disabled={phase.value.name !== "idle"}
        onChange={({ currentTarget }) => setPreferences({ live: currentTarget.checked })}
      />
      {liveText.choice}
    </label>
  );
}

function TranscribingStatus({ sinceMs }: { sinceMs: number }) {
  const waited = useSecondsSince(sinceMs);
  useEffect(() => announce(words.writing), []);
  return (
    <>
      <div class="row spread">
        <span class="state">{words.writing}</span>
        <time class="num">{clock(waited)}</time>
      </div>
      <progress aria-label={words.writing} />
      <div class="hints">
        <Button look="plain small" text={words.stopWaiting} onClick={stopWaiting} />
      </div>
    </>
  );
}
