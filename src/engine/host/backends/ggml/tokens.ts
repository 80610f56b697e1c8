import type { Decoded } from "../backend.ts";

/** As `read_tokens` returns them: bytes, begin and end in hundredths of a second, log probability. */
export const NUMBERS_OF_TOKEN = 4;

type Heard = Pick<Decoded, "text" | "tokens" | "timestamps" | "durations"> & { logProbs: number[] };

/** Tokens are runs of bytes: those that share a character become one, with the least of their probabilities. */
export function readTokens(bytes: Uint8Array, numbers: Float64Array, count: number): Heard {
  const heard: Heard = { text: "", tokens: [], timestamps: [], durations: [], logProbs: [] };
  let from = 0;
  let until = 0;
  let first: { begin: number; logProb: number } | undefined;
  for (let i = 0; i < count; i++) {
    const [length = 0, begin = 0, end = 0, logProb = 0] = numbers.subarray(
      NUMBERS_OF_TOKEN * i,
      NUMBERS_OF_TOKEN * (i + 1),
    );
    until += length;
    first = { begin: first?.begin ?? begin, logProb: Math.min(first?.logProb ?? logProb, logProb) };
    if (i < count - 1 && endsInsideCharacter(bytes.subarray(from, until))) continue;
    heard.tokens.push(new TextDecoder().decode(bytes.subarray(from, until)));
    heard.timestamps.push(Math.max(first.begin, 0) / 100);
    heard.durations.push(Math.max(end - first.begin, 0) / 100);
    heard.logProbs.push(first.logProb);
    from = until;
    first = undefined;
  }
  heard.text = heard.tokens.join("").trim();
  return heard;
}

/** UTF-8: a lead byte says how many follow. */
function endsInsideCharacter(bytes: Uint8Array): boolean {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) return false;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2);
  }
  return false;
}
