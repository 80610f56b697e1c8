/** The tokens of Moonshine's decoder, in the form that sherpa-onnx reads. */

/** LLaMA's 32,000 tokens come first; the model's own follow and stand for no text. */
const LLAMA_TOKENS = 32_000;
const OWN_TOKENS = 768;
/** After the text of a token that the network doubts (`telling-doubt.ts`); `doubt_mark` of `pack.json`. */
const DOUBT_MARK = "\u{e000}";
/** LLaMA's name of a token that is one byte. */
const BYTE_TOKEN = /^<0x([0-9A-F]{2})>$/;

/**
 * `tokens.txt`: a line a token, which is its bytes as base64, a tab, and its id. Each is there twice: as the network is sure
 * of it, and as it doubts it. Single bytes go without a mark, which would stand in the middle of a character.
 * @param vocabulary LLaMA's tokens by id, spaces written as `▁`.
 * @throws Error if it is another vocabulary.
 */
export function moonshineTokens(vocabulary: readonly string[]): string {
  if (vocabulary.length !== LLAMA_TOKENS)
    throw new Error(`the vocabulary has ${vocabulary.length} tokens instead of ${LLAMA_TOKENS}`);
  const own = Array.from({ length: OWN_TOKENS }, (_, index) => `<<ST_${index}>>`);
  const all = [...vocabulary, ...own].map((token) => ({
    bytes: bytesOf(token),
    isByte: BYTE_TOKEN.test(token),
  }));
  const doubted = all.map(({ bytes, isByte }) =>
    isByte ? bytes : Buffer.concat([bytes, Buffer.from(DOUBT_MARK)]),
  );
  return [...all.map(({ bytes }) => bytes), ...doubted]
    .map((bytes, id) => `${bytes.toString("base64")}\t${id}\n`)
    .join("");
}

function bytesOf(token: string): Buffer {
  const [, byte] = BYTE_TOKEN.exec(token) ?? [];
  return byte === undefined ? Buffer.from(token) : Buffer.from(byte, "hex");
}
