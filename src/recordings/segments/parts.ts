/** Changes that are too many for one transaction: others would wait for it. */
import { limits } from "../../config/limits.ts";
import type { StoredChange, StoredSegment } from "../../store/recordings/segments.ts";

const PIECE = 50;

/** In parts that one transaction can store. Each fits the transcript once those before it are stored. */
export function* inParts(changes: readonly StoredChange[]): Generator<StoredChange[]> {
  let part: StoredChange[] = [];
  let [segments, chars] = [0, 0];
  for (const piece of changes.flatMap((change) => [...piecesOf(change)])) {
    const more = piece.replace.length + piece.with.length;
    const moreChars = piece.with.reduce((sum, { words }) => sum + words.length, 0);
    const isFull =
      segments + more > limits.transcriptChangedSegments || chars + moreChars > limits.restoredCharsAtOnce;
    if (part.length > 0 && isFull) {
      yield part;
      [part, segments, chars] = [[], 0, 0];
    }
    part.push(piece);
    segments += more;
    chars += moreChars;
  }
  if (part.length > 0) yield part;
}

function* piecesOf({ replace, after, with: segments }: StoredChange): Generator<StoredChange> {
  const [going, coming] = [cut(replace), cut(segments)];
  if (replace.length === segments.length && replace.every((id, at) => segments[at]?.id === id)) {
    for (const [at, ids] of going.entries()) yield { replace: ids, after: null, with: coming[at] ?? [] };
    return;
  }
  // All go before any comes: one of them may come again.
  for (const ids of going.slice(0, -1)) yield { replace: ids, after: null, with: [] };
  const [first = [], ...others] = coming;
  yield { replace: going.at(-1) ?? [], after, with: first };
  let last = first.at(-1);
  for (const some of others) {
    yield { replace: [], after: (last as StoredSegment).id, with: some };
    last = some.at(-1);
  }
}

function cut<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, at) =>
    items.slice(at * PIECE, (at + 1) * PIECE),
  );
}
