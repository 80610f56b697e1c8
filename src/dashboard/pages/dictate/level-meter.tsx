/** How loud the microphone is. */
import { levels } from "./levels.ts";

const BARS = 48;
const BAR_WIDTH = 6;
const HALF = 12;

/** Decoration: that something is heard is said in words where it is not. */
export function LevelMeter() {
  const bars = Array.from({ length: BARS }, (_, index) => levels.value[index]);
  const heard = bars.map((level, index) => (level === undefined ? "" : bar(index, heightOf(level)))).join("");
  const silent = bars.map((level, index) => (level === undefined ? bar(index, 1) : "")).join("");
  return (
    <svg
      class="level"
      viewBox={`0 0 ${BARS * BAR_WIDTH} ${2 * HALF}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" d={silent} />
      <path class="on" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" d={heard} />
    </svg>
  );
}

function bar(index: number, half: number): string {
  return `M${index * BAR_WIDTH + BAR_WIDTH / 2} ${HALF - half}v${2 * half}`;
}

/** As loud as it sounds: from a quiet room to a voice close by. */
function heightOf(level: number): number {
  const decibels = 20 * Math.log10(Math.max(level, 1e-5));
  const share = Math.min(1, Math.max(0, (decibels + 55) / 45));
  return Math.round(10 * Math.max(1.5, HALF * share ** 1.5)) / 10;
}
