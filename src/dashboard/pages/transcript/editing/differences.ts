/** The changes of a transcript since the last save: however often a person went to and fro, a save sends the end state. */
import type { Change } from "../../../../recordings/transcript-model/changes.ts";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";

type Run = readonly TranscriptSegment[];

/** The server takes no longer runs at once. */
const RUN_MAX = 20;

/** To be made one after another. Segments keep their order; each that both have changes by itself. */
export function changesBetween(before: Run, after: Run): Change[] {
  const places = new Map(after.map(({ id }, index) => [id, index]));
  const changes: Change[] = [];
  let [fromBefore, fromAfter] = [0, 0];
  const end = (toBefore: number, toAfter: number) => {
    const behind = after[fromAfter - 1]?.id ?? null;
    changes.push(...runChanges(before.slice(fromBefore, toBefore), after.slice(fromAfter, toAfter), behind));
    [fromBefore, fromAfter] = [toBefore + 1, toAfter + 1];
  };
  before.forEach((segment, index) => {
    const place = places.get(segment.id) ?? -1;
    const now = after[place];
    if (now === undefined || place < fromAfter) return;
    end(index, place);
    if (!isSameSegment(segment, now)) changes.push({ replace: [segment.id], after: null, with: [now] });
  });
  end(before.length, after.length);
  return changes;
}

/** @param behind of the segment before both. */
function runChanges(before: Run, after: Run, behind: string | null): Change[] {
  const changes: Change[] = [];
  let last = behind;
  for (let from = 0; from < Math.max(before.length, after.length); from += RUN_MAX) {
    const replace = before.slice(from, from + RUN_MAX).map(({ id }) => id);
    const now = after.slice(from, from + RUN_MAX);
    changes.push({ replace, after: replace.length > 0 ? null : last, with: now });
    last = now.at(-1)?.id ?? last;
  }
  return changes;
}

function isSameSegment(one: TranscriptSegment, other: TranscriptSegment): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Puts some segments in the place of others, or where their time is. */
export function withRun(segments: Run, run: Run, by: Run): Run {
  const at = run.length === 0 ? placeByTime(segments, by) : segments.indexOf(run[0] as TranscriptSegment);
  const found = at === -1 ? segments.findIndex(({ id }) => id === run[0]?.id) : at;
  return [...segments.slice(0, found), ...by, ...segments.slice(found + run.length)];
}

function placeByTime(segments: Run, by: Run): number {
  const startMs = by[0]?.startMs ?? 0;
  const at = segments.findIndex((each) => each.startMs > startMs);
  return at === -1 ? segments.length : at;
}
