/** How long the recording is by now, and how loud. */
import { batch, signal } from "@preact/signals";

const LEVELS = 48;

export const seconds = signal(0);
/** How loud the last moments were, 0 to 1, each a tenth of a second. */
export const levels = signal<readonly number[]>([]);
export const loudest = signal(0);

/** Two of the microphone's pieces are a bar. */
let other = 0;

export function showLevel(level: number, length: number): void {
  const isSecond = Math.round(length * 20) % 2 === 0;
  other = Math.max(other, level);
  batch(() => {
    seconds.value = length;
    loudest.value = Math.max(loudest.value, level);
    if (isSecond) levels.value = [...levels.value, other].slice(-LEVELS);
  });
  if (isSecond) other = 0;
}

export function clearLevels(): void {
  batch(() => {
    levels.value = [];
    seconds.value = 0;
    loudest.value = 0;
  });
}
