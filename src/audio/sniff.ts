/** Finds out from the first bytes what a file is; names and declared types are often wrong. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { type ByteSource, Slice, textOf } from "./byte-source.ts";
import { findFrames } from "./containers/mpeg-audio.ts";
import { invalidAudio } from "./invalid-audio.ts";

export type Container = "wav" | "flac" | "ogg" | "mp4" | "matroska" | "mp3" | "aac" | "mpeg";

export interface Sniffed {
  container: Container;
  /** The file from where the container itself begins, past tags and what else stands before it. */
  content: ByteSource;
}

/** A pattern for the first 16 bytes as Latin-1. Magic numbers hold control characters, which biome suspects in literals. */
const magic = (pattern: string) => new RegExp(`^(${pattern})`, "s");

/** Tried in order. */
const MAGIC: readonly [pattern: RegExp, container: Container][] = [
  [magic("(RIFF|RF64|BW64).{4}WAVE"), "wav"],
  [magic("fLaC"), "flac"],
  [magic("OggS"), "ogg"],
  [magic("\\x1a\\x45\\xdf\\xa3"), "matroska"],
  [magic(".{4}(ftyp|moov|mdat|free|skip|wide|styp|moof|sidx|pnot)"), "mp4"],
  [magic("\\x00\\x00\\x01\\xba"), "mpeg"],
];

/** Formats that people send by mistake or in hope, for an answer that says so. */
const UNSUPPORTED: readonly [pattern: RegExp, name: string][] = [
  [magic("FORM.{4}AIF[FC]"), "an AIFF recording"],
  [magic("caff"), "a CAF recording"],
  [magic("#!AMR"), "an AMR recording"],
  [magic("0&\\xb2u\\x8ef\\xcf\\x11"), "a Windows Media recording"],
  [magic("RIFF.{4}AVI "), "an AVI video"],
  [magic("FLV\\x01"), "a Flash video"],
  [magic("\\x0bw"), "an AC-3 recording"],
  [magic("wvpk"), "a WavPack recording"],
  [magic("MThd"), "a MIDI file, which holds notes and no sound"],
  [magic("%PDF"), "a PDF document"],
  [magic("PK\\x03\\x04|Rar!|7z\\xbc\\xaf|\\x1f\\x8b|BZh|\\xfd7zXZ"), "an archive or office document"],
  [magic("\\x89PNG|\\xff\\xd8\\xff|GIF8|RIFF.{4}WEBP"), "a picture"],
];

/** @throws TiroError `unsupported_media_type` that says what the file seems to be, or `invalid_audio`. */
export function sniff(file: ByteSource): Sniffed {
  const content = pastId3Tags(file);
  const head = textOf(content.read(0, 16));
  const known = MAGIC.find(([pattern]) => pattern.test(head));
  if (known) return { container: known[1], content };
  const unsupported = UNSUPPORTED.find(([pattern]) => pattern.test(head));
  if (unsupported) throw unsupportedFile(unsupported[1]);
  const found = findFrames(content);
  if (found) {
    const container = found.frame.kind === "adts" ? "aac" : "mp3";
    return { container, content: new Slice(content, found.offset) };
  }
  if (isText(content.read(0, 1024))) throw unsupportedFile("text");
  throw unsupportedFile(null);
}

/** ID3v2, section 3.1: ten bytes, of which four hold the length of the rest in seven bits each. */
function pastId3Tags(file: ByteSource): ByteSource {
  let offset = 0;
  for (let count = 0; count < limits.id3Tags; count++) {
    const head = file.read(offset, 10);
    if (textOf(head, 0, 3) !== "ID3" || head.byteLength < 10) break;
    const hasFooter = ((head[5] as number) & 0x10) !== 0;
    const size = head.subarray(6).reduce((value, byte) => value * 128 + (byte & 0x7f), 0);
    offset += 10 + size + (hasFooter ? 10 : 0);
  }
  if (offset >= file.bytes) throw invalidAudio("The file holds an ID3 tag and no audio after it.");
  return offset === 0 ? file : new Slice(file, offset);
}

function isText(head: Uint8Array): boolean {
  try {
    // The last character may be cut off, which is no fault when more is expected.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what text lacks
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  }
}

function unsupportedFile(what: string | null): TiroError {
  const found = what
    ? `The file is ${what}, not audio that tiro reads`
    : "The file is not audio in a supported format";
  return new TiroError(
    "unsupported_media_type",
    `${found}. Supported are flac, m4a, mp3, mp4, mpeg, mpga, ogg, wav and webm.`,
    { param: "file" },
  );
}
