/** Which part of a recording the wave shows: all of it, or a part around what is heard. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { transcript } from "../../../messages/transcript.ts";
import { announce } from "../../../parts/announcer.tsx";
import { clock } from "../../../state/format.ts";
import type { Stretch } from "../homes/home.ts";
import type { Workspace } from "../workspace.ts";

/** Nobody sees more in a shorter part. */
const SHORTEST_MS = 10_000;
/** Where in the new part the sound is when it left the one before. */
const LEAD = 0.1;

/** @returns the part that is shown, which goes along with the sound. */
export function useWaveView({ playing, zoom }: Workspace): Stretch {
  const durationMs = Math.max(1, playing.durationMs.value);
  const span = durationMs / zoom.value;
  const fromMs = useSignal(0);
  useEffect(() => {
    const begin = (ms: number) => {
      fromMs.value = Math.max(0, Math.min(ms, durationMs - span));
    };
    begin(playing.ms - span / 2);
    return playing.onMove((ms) => {
      const isShown = ms >= fromMs.peek() && ms <= fromMs.peek() + span;
      if (!isShown) begin(ms - span * LEAD);
    });
  }, [playing, durationMs, span]);
  return { fromMs: fromMs.value, toMs: fromMs.value + span };
}

export function canZoom({ playing, zoom }: Workspace, way: "in" | "out"): boolean {
  return way === "out" ? zoom.value > 1 : playing.durationMs.value / zoom.value > SHORTEST_MS;
}

export function zoomBy(at: Workspace, way: "in" | "out"): void {
  if (!canZoom(at, way)) return;
  at.zoom.value = way === "in" ? at.zoom.peek() * 2 : Math.max(1, at.zoom.peek() / 2);
  announce(transcript.waveShows(clock(at.playing.durationMs.peek() / at.zoom.peek() / 1000)));
}
