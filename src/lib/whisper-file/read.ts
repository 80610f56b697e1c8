/**
 * Reads and checks a Whisper model in whisper.cpp's file format, before native code sees it: that trusts the file's sizes,
 * and ends the process, or worse, where they lie.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import {
  FOURIER_BINS,
  FULL_FLOATS,
  LANGUAGES_OF,
  MAGIC,
  SIZE_NAMES,
  STORAGE,
  STORAGE_VERSION,
  type Tensor,
  tensorsOf,
  type WhisperSizes,
} from "./layout.ts";

/** The file is damaged, or no Whisper model. */
export class WhisperFileError extends Error {
  override name = "WhisperFileError";
}

/** A constant of every Whisper model. */
const AUDIO_CONTEXT = 1500;
const TEXT_CONTEXT = 448;
const MEL_BANDS = [80, 128];
/** Twice and more of the largest, large-v3: 32 layers of 1,280 with 20 heads. */
const MOST_LAYERS = 64;
const MOST_WIDTH = 4096;
const MOST_HEADS = 64;
const TOKEN_BYTES = 1024;
const TENSOR_NAME_BYTES = 200;
const READ_BYTES = 64 * 1024;

/** Whether the file begins as such models do. */
export function isWhisperFile(path: string): boolean {
  return withReader(path, (reader) => reader.bytesLeft >= 4 && reader.number() === MAGIC);
}

/** @throws WhisperFileError on anything but the header of a Whisper model. */
export function readWhisperSizes(path: string): WhisperSizes {
  return withReader(path, readHeader);
}

/** Reads all but the weights themselves. @throws WhisperFileError if anything is missing, too much, or not what the sizes say. */
export function checkWhisperFile(path: string): WhisperSizes {
  return withReader(path, (reader) => {
    const sizes = readHeader(reader);
    skipMelFilters(reader, sizes);
    checkVocabulary(reader, sizes);
    checkTensors(reader, tensorsOf(sizes));
    return sizes;
  });
}

/** ISO 639, as Whisper writes them. */
export function languagesOf({ vocabulary }: WhisperSizes): readonly string[] {
  return LANGUAGES_OF[vocabulary] ?? [];
}

function readHeader(reader: Reader): WhisperSizes {
  if (reader.number() !== MAGIC) throw new WhisperFileError("it does not begin as a ggml file does");
  const sizes = Object.fromEntries(
    SIZE_NAMES.map((name) => [name, reader.number()]),
  ) as unknown as WhisperSizes;
  sizes.storage %= STORAGE_VERSION;
  if (sizes.storage === FULL_FLOATS)
    throw new WhisperFileError("its weights have 32 bits each; convert it to 16 bits or fewer");
  const wrong = Object.entries(plausible(sizes)).flatMap(([name, is]) => (is ? [] : [name]));
  const named = wrong.map((name) => `${name} ${sizes[name as keyof WhisperSizes]}`);
  if (wrong.length > 0) throw new WhisperFileError(`no Whisper model has these sizes: ${named.join(", ")}`);
  return sizes;
}

function plausible(sizes: WhisperSizes): Record<keyof WhisperSizes, boolean> {
  const { audioWidth, audioHeads, textWidth, textHeads, storage } = sizes;
  const block = STORAGE[storage]?.values ?? 1;
  const isLayers = (layers: number) => layers >= 1 && layers <= MOST_LAYERS;
  const isHeads = (heads: number, width: number) => heads >= 1 && heads <= MOST_HEADS && width % heads === 0;
  return {
    vocabulary: sizes.vocabulary in LANGUAGES_OF,
    audioContext: sizes.audioContext === AUDIO_CONTEXT,
    audioWidth: audioWidth >= 32 && audioWidth <= MOST_WIDTH && audioWidth % Math.max(block, 32) === 0,
    audioHeads: isHeads(audioHeads, audioWidth),
    audioLayers: isLayers(sizes.audioLayers),
    textContext: sizes.textContext === TEXT_CONTEXT,
    textWidth: textWidth === audioWidth,
    textHeads: isHeads(textHeads, textWidth),
    textLayers: isLayers(sizes.textLayers),
    melBands: MEL_BANDS.includes(sizes.melBands),
    storage: storage in STORAGE,
  };
}

function skipMelFilters(reader: Reader, { melBands }: WhisperSizes): void {
  const [bands, bins] = [reader.number(), reader.number()];
  if (bands !== melBands || bins !== FOURIER_BINS)
    throw new WhisperFileError(
      `its mel filters are ${bands} × ${bins} instead of ${melBands} × ${FOURIER_BINS}`,
    );
  reader.skip(4 * bands * bins);
}

function checkVocabulary(reader: Reader, { vocabulary }: WhisperSizes): void {
  const tokens = reader.number();
  // Special tokens are left out as a rule.
  if (tokens < 1 || tokens > vocabulary)
    throw new WhisperFileError(`it has ${tokens} tokens of ${vocabulary}`);
  let hasSpace = false;
  for (let i = 0; i < tokens; i++) {
    const bytes = reader.number();
    if (bytes < 0 || bytes > TOKEN_BYTES) throw new WhisperFileError(`token ${i} has ${bytes} bytes`);
    if (reader.text(bytes) === " ") hasSpace = true;
  }
  // The library looks for it and ends the process where it is not there.
  if (!hasSpace) throw new WhisperFileError("no token is a space");
}

function checkTensors(reader: Reader, missing: Map<string, Tensor>): void {
  while (reader.bytesLeft > 0) {
    const [dimensions, nameBytes, type] = [reader.number(), reader.number(), reader.number()];
    if (dimensions < 1 || dimensions > 3) throw new WhisperFileError(`a tensor has ${dimensions} dimensions`);
    const shape = Array.from({ length: dimensions }, () => reader.number());
    if (nameBytes < 1 || nameBytes > TENSOR_NAME_BYTES)
      throw new WhisperFileError(`a tensor's name has ${nameBytes} bytes`);
    const name = reader.text(nameBytes);
    const tensor = missing.get(name);
    if (!tensor)
      throw new WhisperFileError(`the tensor ${JSON.stringify(name)} is not the model's, or comes twice`);
    if (String(shape) !== String(tensor.shape) || type !== tensor.type.id)
      throw new WhisperFileError(
        `${name} is ${shape.join(" × ")} of type ${type}, which does not fit the sizes`,
      );
    reader.skip(tensor.bytes);
    missing.delete(name);
  }
  const [first] = missing.keys();
  if (first !== undefined)
    throw new WhisperFileError(`${missing.size} tensors are missing, such as ${first}`);
}

function withReader<T>(path: string, read: (reader: Reader) => T): T {
  const fd = openSync(path, "r");
  try {
    return read(new Reader(fd));
  } finally {
    closeSync(fd);
  }
}

/** Forward through a file, a block at a time. */
class Reader {
  readonly #fd: number;
  readonly #size: number;
  readonly #block = Buffer.alloc(READ_BYTES);
  #blockAt = 0;
  #blockBytes = 0;
  #at = 0;

  constructor(fd: number) {
    this.#fd = fd;
    this.#size = fstatSync(fd).size;
  }

  get bytesLeft(): number {
    return this.#size - this.#at;
  }

  number(): number {
    return this.#take(4).readInt32LE();
  }

  text(bytes: number): string {
    return this.#take(bytes).toString("latin1");
  }

  skip(bytes: number): void {
    if (bytes > this.bytesLeft)
      throw new WhisperFileError(`it ends ${bytes - this.bytesLeft} bytes too early`);
    this.#at += bytes;
  }

  #take(bytes: number): Buffer {
    const from = this.#at;
    this.skip(bytes);
    if (from < this.#blockAt || from + bytes > this.#blockAt + this.#blockBytes) {
      this.#blockAt = from;
      this.#blockBytes = readSync(this.#fd, this.#block, 0, READ_BYTES, from);
    }
    return this.#block.subarray(from - this.#blockAt, from - this.#blockAt + bytes);
  }
}
