/**
 * sherpa-onnx hands out the one best token of each frame and no scores. A model that comes with a word model
 * therefore spells its scores out, in an alphabet of its own: every frame becomes eight, the i-th of which says the
 * i-th likeliest token and its score, as `token:level` (scripts/train-starter/recognizer/export.py).
 */
/** sherpa-onnx's result: symbols, and the time of each in seconds. */
export interface Spelt {
  tokens: string[];
  timestamps: number[];
}

/** The likeliest tokens of each frame, in order, and their log-probabilities. */
export interface FrameScores {
  frames: number;
  tokens: Uint16Array;
  logs: Float32Array;
}

export const TOKENS_PER_FRAME = 8;
/** How long one of the eight stands for, and all of them. */
const SYMBOL_SECONDS = 0.01;
export const FRAME_SECONDS = TOKENS_PER_FRAME * SYMBOL_SECONDS;
const LEVELS_PER_ROOT = 3;

/** @throws when a symbol is none of that alphabet: the model does not belong to the word model. */
export function speltScores({ tokens: symbols, timestamps }: Spelt, tokenCount: number): FrameScores {
  const length = symbols.length === 0 ? 0 : Math.round((timestamps.at(-1) as number) / SYMBOL_SECONDS) + 1;
  const frames = Math.floor(length / TOKENS_PER_FRAME);
  const tokens = new Uint16Array(length);
  const logs = new Float32Array(length);
  let next = 0;
  symbols.forEach((symbol, i) => {
    const at = Math.round((timestamps[i] as number) / SYMBOL_SECONDS);
    // CTC says what is repeated only once; its time shows that it was.
    for (; next < at; next++) {
      tokens[next] = tokens[next - 1] as number;
      logs[next] = logs[next - 1] as number;
    }
    const colon = symbol.indexOf(":");
    const token = Number(symbol.slice(0, colon));
    const level = Number(symbol.slice(colon + 1));
    if (colon < 1 || !(token < tokenCount) || !Number.isInteger(level))
      throw new Error(`the model says ${JSON.stringify(symbol)} where a token and its score were expected`);
    tokens[next] = token;
    logs[next] = -(((level + 0.5) / LEVELS_PER_ROOT) ** 2);
    next++;
  });
  return { frames, tokens, logs };
}

/** Of a token in a frame; 0 if it is not among those returned, or there is no such frame. */
export function probabilityOf({ frames, tokens, logs }: FrameScores, token: number, frame: number): number {
  if (frame < 0 || frame >= frames) return 0;
  const from = frame * TOKENS_PER_FRAME;
  const place = tokens.subarray(from, from + TOKENS_PER_FRAME).indexOf(token);
  return place < 0 ? 0 : Math.exp(logs[from + place] as number);
}
