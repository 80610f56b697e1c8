/** One kind of change does everything: some neighbouring segments become others. */
import type { TranscriptSegment } from "./segments.ts";

export interface Change {
  /** Neighbours, in their order; empty if segments are only inserted. */
  replace: readonly string[];
  /** If `replace` is empty: after which segment; null at the beginning. */
  after: string | null;
  with: readonly TranscriptSegment[];
}

/** A change that does not fit its transcript: it was made from another one. */
export class ChangeMismatch extends Error {}

/** @throws ChangeMismatch if the segments are not there, are no neighbours, or an id is there already. */
export function applyChange(
  segments: readonly TranscriptSegment[],
  change: Change,
): readonly TranscriptSegment[] {
  const { at, count } = placeOf(segments, change);
  const next = [...segments.slice(0, at), ...change.with, ...segments.slice(at + count)];
  if (change.with.length === 0) return next;
  const kept = new Set(segments.map(({ id }) => id));
  for (const id of change.replace) kept.delete(id);
  for (const { id } of change.with) {
    if (kept.has(id)) throw new ChangeMismatch(`there is a segment ${id} already`);
    kept.add(id);
  }
  return next;
}

/** One after another. @throws ChangeMismatch. */
export function applyChanges(
  segments: readonly TranscriptSegment[],
  changes: readonly Change[],
): readonly TranscriptSegment[] {
  return changes.reduce(applyChange, segments);
}

/** The inverse of the change, byte for byte, once it was made. @throws ChangeMismatch. */
export function inverseOf(segments: readonly TranscriptSegment[], change: Change): Change {
  const { at, count } = placeOf(segments, change);
  return {
    replace: change.with.map(({ id }) => id),
    after: change.with.length === 0 ? (segments[at - 1]?.id ?? null) : null,
    with: segments.slice(at, at + count),
  };
}

/** Of several changes, in the order in which they are to be made. @throws ChangeMismatch. */
export function inversesOf(segments: readonly TranscriptSegment[], changes: readonly Change[]): Change[] {
  const inverses: Change[] = [];
  let now = segments;
  for (const change of changes) {
    inverses.unshift(inverseOf(now, change));
    now = applyChange(now, change);
  }
  return inverses;
}

function placeOf(
  segments: readonly TranscriptSegment[],
  { replace, after }: Change,
): { at: number; count: number } {
  const [first] = replace;
  if (first === undefined) {
    const at = after === null ? 0 : segments.findIndex(({ id }) => id === after) + 1;
    if (at === 0 && after !== null) throw new ChangeMismatch(`there is no segment ${after}`);
    return { at, count: 0 };
  }
  const at = segments.findIndex(({ id }) => id === first);
  if (at === -1 || replace.some((id, index) => segments[at + index]?.id !== id))
    throw new ChangeMismatch(`there are no neighbours ${replace.join(", ")}`);
  return { at, count: replace.length };
}
