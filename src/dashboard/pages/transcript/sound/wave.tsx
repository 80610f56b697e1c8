/** The wave in the colours of who speaks, of all or of a part; a slider lies over it, for the pointer and for the arrows. */
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { transcript } from "../../../messages/transcript.ts";
import { transcriptActs as acts } from "../../../messages/transcript-acts.ts";
import { Button, Icon } from "../../../parts/button.tsx";
import { clock } from "../../../state/format.ts";
import { useResource } from "../../../state/resource.ts";
import type { Stretch } from "../homes/home.ts";
import { lastBegun } from "../playing.ts";
import { voiceOf } from "../voices.ts";
import type { Workspace } from "../workspace.ts";
import { canZoom, useWaveView, zoomBy } from "./wave-view.ts";

const BARS = 180;
const BAR = 6;
const HEIGHT = 48;
const WIDTH = BARS * BAR;
const LOUDEST = 255;
const LEAST = 1.5;

export function Wave({ at }: { at: Workspace }) {
  const { playing, document, home, zoom } = at;
  const view = useWaveView(at);
  const { fromMs, toMs } = view;
  const isWhole = zoom.value === 1;
  const peaks = useResource(
    (signal) => home.peaks(isWhole ? null : view, BARS, signal),
    isWhole ? [home] : [home, fromMs, toMs],
  );
  const clip = useId();
  const played = useRef<SVGRectElement>(null);
  const head = useRef<SVGPathElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const move = (ms: number) => {
      const x = (WIDTH * Math.max(0, Math.min(1, (ms - fromMs) / (toMs - fromMs)))).toFixed(1);
      played.current?.setAttribute("width", x);
      head.current?.setAttribute("transform", `translate(${x} 0)`);
      if (slider.current === null) return;
      slider.current.value = String(ms / 1000);
      slider.current.setAttribute("aria-valuetext", clock(ms / 1000));
    };
    move(playing.ms);
    return playing.onMove(move);
  }, [playing, fromMs, toMs]);
  const loud = peaks.data.value;
  const segments = document.settled.value;
  const paths = useMemo(() => pathsOf(loud ?? [], segments, view), [loud, fromMs, toMs, voicesOf(segments)]);
  const drawn = paths.map(({ voice, data }) => (
    <path key={voice} class={voice} d={data} vector-effect="non-scaling-stroke" />
  ));
  return (
    <div class="wave-holder">
      <svg class="wave" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id={clip}>
          <rect ref={played} width="0" height={HEIGHT} />
        </clipPath>
        <g class="rest">{drawn}</g>
        <g clip-path={`url(#${clip})`}>{drawn}</g>
        <path class="head" ref={head} d={`M0 0v${HEIGHT}`} vector-effect="non-scaling-stroke" />
      </svg>
      <input
        ref={slider}
        type="range"
        min={fromMs / 1000}
        max={toMs / 1000}
        step={isWhole ? 1 : 0.1}
        defaultValue="0"
        aria-label={transcript.position}
        aria-valuetext={clock(0)}
        onInput={({ currentTarget }) => playing.seek(Number(currentTarget.value) * 1000)}
      />
    </div>
  );
}

export function ZoomButtons({ at }: { at: Workspace }) {
  return (
    <span class="row one-line">
      {(["out", "in"] as const).map((way) => (
        <Button
          key={way}
          look="small icon-only"
          label={way === "in" ? acts.zoomIn : acts.zoomOut}
          disabled={!canZoom(at, way)}
          onClick={() => zoomBy(at, way)}
        >
          {way === "in" ? <Icon name="plus" /> : "−"}
        </Button>
      ))}
    </span>
  );
}

/** Changes where a turn begins or goes to somebody else, not with every letter. */
function voicesOf(segments: readonly TranscriptSegment[]): string {
  return segments.map(({ startMs, speaker }) => `${startMs} ${speaker}`).join();
}

/** @param peaks from 0 to 255, of what is shown; a line where there are none. */
function pathsOf(
  peaks: readonly number[],
  segments: readonly TranscriptSegment[],
  { fromMs, toMs }: Stretch,
): { voice: string; data: string }[] {
  const byVoice = new Map<string, string[]>();
  for (let bar = 0; bar < BARS; bar++) {
    const ms = fromMs + ((toMs - fromMs) * (bar + 0.5)) / BARS;
    const voice = voiceOf(segments[lastBegun(segments, ms)]?.speaker ?? null) || "v1";
    const loud = Math.max(0, ...peaks.slice(...shareOf(peaks.length, bar)));
    const half = Math.max(LEAST, (HEIGHT / 2 - 1) * (loud / LOUDEST));
    const parts = byVoice.get(voice) ?? [];
    parts.push(`M${bar * BAR + BAR / 2} ${(HEIGHT / 2 - half).toFixed(1)}v${(2 * half).toFixed(1)}`);
    byVoice.set(voice, parts);
  }
  return [...byVoice].map(([voice, parts]) => ({ voice, data: parts.join("") }));
}

function shareOf(length: number, bar: number): [from: number, to: number] {
  const from = Math.floor((length * bar) / BARS);
  return [from, Math.max(from + 1, Math.floor((length * (bar + 1)) / BARS))];
}
