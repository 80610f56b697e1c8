/** The differences of two texts, word by word, with a little context. */

export interface Part {
  kind: "same" | "old" | "new";
  text: string;
}

/** Of two long texts that share little, only that everything between their common ends changed is shown. */
const MOST_CELLS = 1_000_000;
const CONTEXT_CHARS = 48;
const ELLIPSIS = "…";

export function changedParts(before: string, after: string): Part[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  const parts = [
    ...partsOf("same", old.slice(0, start)),
    ...between(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...partsOf("same", old.slice(old.length - end)),
  ];
  return joined(parts).map(shortened);
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
}

/** By the longest common subsequence. */
function between(old: readonly string[], now: readonly string[]): Part[] {
  if (old.length * now.length > MOST_CELLS) return [...partsOf("old", old), ...partsOf("new", now)];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        old[row] === now[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const parts: Part[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length && column < now.length)
    if (old[row] === now[column]) {
      parts.push({ kind: "same", text: old[row++] as string });
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1))
      parts.push({ kind: "old", text: old[row++] as string });
    else parts.push({ kind: "new", text: now[column++] as string });
  return [...parts, ...partsOf("old", old.slice(row)), ...partsOf("new", now.slice(column))];
}

function partsOf(kind: Part["kind"], words: readonly string[]): Part[] {
  return words.length === 0 ? [] : [{ kind, text: words.join("") }];
}

/** Neighbours of a kind are one; a space alone between two changes belongs to both. */
function joined(parts: readonly Part[]): Part[] {
  const isChange = (index: number) => (parts[index]?.kind ?? "same") !== "same";
  const bridged = parts.flatMap((part, index): Part[] => {
    const { text } = part;
    if (isChange(index) || text.trim() !== "" || !isChange(index - 1) || !isChange(index + 1)) return [part];
    return [
      { kind: "old", text },
      { kind: "new", text },
    ];
  });
  const runs: Part[] = [];
  const run = { same: "", old: "", new: "" };
  const flush = (...kinds: Part["kind"][]) => {
    for (const kind of kinds) {
      if (run[kind] !== "") runs.push({ kind, text: run[kind] });
      run[kind] = "";
    }
  };
  for (const { kind, text } of bridged) {
    if (kind === "same") flush("old", "new");
    else flush("same");
    run[kind] += text;
  }
  flush("same", "old", "new");
  return runs;
}

function shortened({ kind, text }: Part, index: number, { length }: readonly Part[]): Part {
  const most = CONTEXT_CHARS * (index > 0 && index < length - 1 ? 2 : 1);
  if (kind !== "same" || text.length <= most || length === 1) return { kind, text };
  const head = index === 0 ? "" : text.slice(0, CONTEXT_CHARS).replace(/\S*$/, "");
  const tail = index === length - 1 ? "" : text.slice(-CONTEXT_CHARS).replace(/^\S*/, "");
  return { kind, text: `${head}${ELLIPSIS}${tail}` };
}
