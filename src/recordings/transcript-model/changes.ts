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

/** One after another. @throws ChangeMismatch if segments are not there, are no neighbours, or an id is there already. */
export function applyChanges(
  segments: readonly TranscriptSegment[],
  changes: readonly Change[],
): readonly TranscriptSegment[] {
  const chain = new Chain(segments);
  for (const change of changes) chain.apply(change);
  return chain.segments();
}

/** Of several changes, byte for byte, in the order in which they are to be made. @throws ChangeMismatch. */
export function inversesOf(segments: readonly TranscriptSegment[], changes: readonly Change[]): Change[] {
  const chain = new Chain(segments);
  return changes.map((change) => chain.apply(change)).reverse();
}

interface Link {
  segment: TranscriptSegment | null;
  before: Link;
  next: Link;
}

/** Segments in a ring that is opened at an empty link: a change costs what it changes, however many there are. */
class Chain {
  readonly #links = new Map<string, Link>();
  readonly #ends: Link;

  constructor(segments: readonly TranscriptSegment[]) {
    const ends = { segment: null } as Link;
    this.#ends = Object.assign(ends, { before: ends, next: ends });
    for (const segment of segments) this.#insert(segment, ends);
  }

  /** @returns its inverse. */
  apply({ replace, after, with: segments }: Change): Change {
    const [first] = replace;
    let link = first === undefined ? this.#behind(after) : this.#links.get(first);
    const replaced: TranscriptSegment[] = [];
    for (const id of replace) {
      if (!link?.segment || link.segment.id !== id)
        throw new ChangeMismatch(`there are no neighbours ${replace.join(", ")}`);
      replaced.push(link.segment);
      link = link.next;
    }
    const end = link ?? this.#ends;
    for (const id of replace) this.#remove(id);
    const inverse = {
      replace: segments.map(({ id }) => id),
      after: segments.length === 0 ? (end.before.segment?.id ?? null) : null,
      with: replaced,
    };
    for (const segment of segments) {
      if (this.#links.has(segment.id)) throw new ChangeMismatch(`there is a segment ${segment.id} already`);
      this.#insert(segment, end);
    }
    return inverse;
  }

  segments(): TranscriptSegment[] {
    const segments: TranscriptSegment[] = [];
    for (let link = this.#ends.next; link.segment !== null; link = link.next) segments.push(link.segment);
    return segments;
  }

  #behind(id: string | null): Link {
    const link = id === null ? this.#ends : this.#links.get(id);
    if (link === undefined) throw new ChangeMismatch(`there is no segment ${id}`);
    return link.next;
  }

  #insert(segment: TranscriptSegment, next: Link): void {
    const link = { segment, before: next.before, next };
    link.before.next = link;
    next.before = link;
    this.#links.set(segment.id, link);
  }

  #remove(id: string): void {
    const link = this.#links.get(id);
    if (link === undefined) return;
    link.before.next = link.next;
    link.next.before = link.before;
    this.#links.delete(id);
  }
}
