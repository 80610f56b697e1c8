/** The player, which stays in sight: sound or video, the wave with who speaks, and how it is played. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { transcript as words } from "../../../messages/transcript.ts";
import { toastFault } from "../../../parts/acts.tsx";
import { Attention } from "../../../parts/attention.tsx";
import { Button, Icon } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Switch } from "../../../parts/form.tsx";
import { clock, date, number } from "../../../state/format.ts";
import { into } from "../../../state/signals.ts";
import { options } from "../options.ts";
import { SPEEDS } from "../playing.ts";
import type { Workspace } from "../workspace.ts";
import { toggleLoop } from "./loop.ts";
import { Wave, ZoomButtons } from "./wave.tsx";

export function Player({ at }: { at: Workspace }) {
  const { recording, playing } = at;
  const { audio, name } = recording.value;
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const isThere = audio !== null;
  const address = useAddress(at, isThere) ?? undefined;
  useEffect(() => (media.current === null ? undefined : playing.attach(media.current)), [playing, isThere]);
  const { play, pause, speed, skipSilence, soundGone, soundBroken, video, loop, keptUntil, local } = words;
  if (audio === null) return <p class="second sound-note no-print">{soundGone}</p>;
  const { isPlaying, seconds, durationMs } = playing;
  return (
    <>
      {audio.kind === "video" ? (
        // Its words are the transcript.
        // biome-ignore lint/a11y/useMediaCaption: they stand below it
        <video
          class="recording-video no-print"
          ref={media}
          src={address}
          preload="metadata"
          aria-label={video(name)}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: they stand below it
        <audio ref={media} src={address} preload="metadata" />
      )}
      <div class="player">
        <Button look="primary play" label={isPlaying.value ? pause : play} onClick={() => playing.toggle()}>
          <Icon name={isPlaying.value ? "pause" : "play"} large />
        </Button>
        <Wave at={at} />
        <div class="row">
          <span class="times">
            <time>{clock(seconds.value)}</time>
            <span class="quiet">/</span>
            <time class="quiet">{clock(durationMs.value / 1000)}</time>
          </span>
          <Choice
            label={speed}
            options={SPEEDS.map((each) => [String(each), `${number(each)} ×`])}
            value={String(options.value.speed)}
            onChange={(chosen) => playing.setSpeed(Number(chosen))}
          />
          <Button
            look="small"
            text={loop}
            aria-pressed={playing.loop.value !== null}
            onClick={() => toggleLoop(at)}
          />
          <ZoomButtons at={at} />
          <Switch
            name="skip-silence"
            label={skipSilence}
            checked={options.value.skipsSilence}
            onChange={(skipsSilence) => {
              options.value = { ...options.value, skipsSilence };
            }}
          />
        </div>
      </div>
      {playing.isBroken.value ? (
        <Attention role="alert" text={soundBroken} />
      ) : (
        <p class="quiet small sound-note no-print">
          {at.home.isLocal ? local.keptUntil : keptUntil(date(audio.kept_until))}
        </p>
      )}
    </>
  );
}

/** Null until it can be played. */
function useAddress({ home, playing }: Workspace, isThere: boolean): string | null {
  const address = useSignal<string | null>(null);
  useEffect(() => {
    if (!isThere) return;
    const over = new AbortController();
    home.sound(over.signal).then(into(address), (error: unknown) => {
      playing.isBroken.value = true;
      toastFault(error);
    });
    return () => over.abort();
  }, [home, isThere]);
  return address.value;
}
