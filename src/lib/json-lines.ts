/** One JSON value a line, between processes. JSON escapes line feeds; other line separators may stand in it. */
export function toJsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** The values of a stream. @throws SyntaxError if a line is no JSON. */
export async function* readJsonLines<T>(stream: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  let pending: string[] = [];
  for await (const bytes of stream) {
    const [end = "", ...lines] = decoder.decode(bytes, { stream: true }).split("\n");
    pending.push(end);
    for (const next of lines) {
      yield JSON.parse(pending.join("")) as T;
      pending = [next];
    }
  }
}
