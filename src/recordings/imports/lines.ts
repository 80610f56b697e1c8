/** Lines of a text, however they end; null after so many, where others may get their turn. */
const SLICE_LINES = 500;

export function* linesOf(text: string): Generator<string | null> {
  let from = text.startsWith("\ufeff") ? 1 : 0;
  for (let count = 1; from <= text.length; count += 1) {
    let end = text.indexOf("\n", from);
    if (end === -1) end = text.length;
    const line = text.slice(from, end);
    yield line.endsWith("\r") ? line.slice(0, -1) : line;
    if (count % SLICE_LINES === 0) yield null;
    from = end + 1;
  }
}
