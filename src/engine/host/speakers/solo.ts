/** Where somebody speaks alone. */
import type { Span } from "../../speakers/speaker-engine.ts";

/** @param speakers each one's spans, in order of time. @returns for each the parts in which no other one speaks. */
export function soloSpans(speakers: readonly Span[][]): Span[][] {
  const borders = [
    ...new Set(speakers.flat().flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])),
  ].sort((a, b) => a - b);
  const solo: Span[][] = speakers.map(() => []);
  const next = speakers.map(() => 0);
  for (const [i, startSeconds] of borders.entries()) {
    const endSeconds = borders[i + 1];
    if (endSeconds === undefined) break;
    const active = speakers.flatMap((spans, speaker) =>
      isActive(spans, next, speaker, startSeconds) ? [speaker] : [],
    );
    if (active.length === 1) append(solo[active[0] as number] as Span[], { startSeconds, endSeconds });
  }
  return solo;
}

export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0);
}

/** @param next for each speaker the first span that is not over yet; moved on. */
function isActive(spans: Span[], next: number[], speaker: number, atSeconds: number): boolean {
  let at = next[speaker] as number;
  while ((spans[at]?.endSeconds ?? Number.POSITIVE_INFINITY) <= atSeconds) at++;
  next[speaker] = at;
  return (spans[at]?.startSeconds ?? Number.POSITIVE_INFINITY) <= atSeconds;
}

function append(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last && last.endSeconds === span.startSeconds) last.endSeconds = span.endSeconds;
  else spans.push({ ...span });
}
