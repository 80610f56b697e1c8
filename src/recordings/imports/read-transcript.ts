/** A transcript that another program made, as segments: srt, vtt, text, `verbose_json`, `diarized_json` and tiro's own export. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Slices } from "../../lib/slices.ts";
import { shownName } from "../../lib/visible-names.ts";
import { retype } from "../transcript-model/retype.ts";
import {
  cutIntoRuns,
  inOrder,
  segmentOf,
  type TranscriptSegment,
  type TranscriptWord,
} from "../transcript-model/segments.ts";
import { type ImportedBlock, type ImportedFile, UnreadableFile } from "./blocks.ts";
import { readJsonFile } from "./read-json.ts";
import { isSubtitleTime, readSubtitles } from "./read-subtitles.ts";
import { readText } from "./read-text.ts";
import { labelled } from "./speakers.ts";

export interface ImportedTranscript {
  segments: TranscriptSegment[];
  /** By `spk_N`. */
  speakers: Record<string, string | null>;
  /** As the file says it; null if it does not. */
  language: string | null;
  durationMs: number;
}

/** If a file has no times: about 150 words a minute. */
const WORD_MS = 400;
/** Cues of one speaker that follow each other so soon are one paragraph. */
const PAUSE_MS = 1_000;
const SLICE_BLOCKS = 20;
/** In which the times of subtitles are looked for. */
const HEAD_CHARS = 4_096;

/** @throws TiroError `invalid_request` */
export function* importSlices(content: string): Slices<ImportedTranscript> {
  try {
    const file = yield* reader(content);
    return yield* assemble(file);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    throw new TiroError("invalid_request", `The transcript cannot be read: ${error.message}`, {
      param: "content",
      cause: error,
    });
  }
}

function reader(content: string): Slices<ImportedFile> {
  const head = content
    .slice(0, HEAD_CHARS)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (head.startsWith("WEBVTT")) return readSubtitles(content, true);
  if (head.startsWith("{")) return readJsonFile(content);
  return head.split(/\r?\n/).some(isSubtitleTime) ? readSubtitles(content, false) : readText(content);
}

interface Run {
  label: string | null;
  words: TranscriptWord[];
}

function* assemble(file: ImportedFile): Slices<ImportedTranscript> {
  const blocks = yield* timed(yield* shortened(labelled(file.blocks)));
  const runs: Run[] = [];
  let count = 0;
  for (const block of blocks) {
    const words = wordsOf(block);
    count += words.length;
    if (count > limits.importedWords)
      throw new UnreadableFile(`It has more than ${limits.importedWords} words.`);
    const last = runs.at(-1);
    const goesOn =
      last?.label === block.speaker && block.startMs - (last.words.at(-1)?.endMs ?? 0) <= PAUSE_MS;
    if (words.length > 0 && last && goesOn) last.words.push(...words);
    else if (words.length > 0) runs.push({ label: block.speaker, words });
    yield;
  }
  const ids = new Map<string, string>();
  const segments: TranscriptSegment[] = [];
  for (const { label, words } of runs) {
    const speaker = label === null ? null : speakerOf(label, ids);
    const ordered = inOrder(words);
    yield;
    for (const run of cutIntoRuns(ordered)) {
      segments.push(segmentOf(segments.length.toString(36), speaker, run));
      yield;
    }
    if (segments.length > limits.importedSegments)
      throw new UnreadableFile(`It has more than ${limits.importedSegments} paragraphs.`);
  }
  const names = [...ids].map(([label, id]) => [id, nameOf(label, file)]);
  const endMs = segments.reduce((latest, segment) => Math.max(latest, segment.endMs), 0);
  return {
    segments,
    speakers: Object.fromEntries(names),
    language: file.language,
    durationMs: Math.min(Math.max(endMs, file.durationMs ?? 0), limits.transcriptSeconds * 1000),
  };
}

/** Long paragraphs as several, each with its share of the time. */
function* shortened(blocks: readonly ImportedBlock[]): Slices<ImportedBlock[]> {
  const short: ImportedBlock[] = [];
  for (const block of blocks) {
    const { text, startMs, endMs, words } = block;
    const size = limits.importedBlockChars;
    if (words.length > 0 || text.length <= size) {
      short.push(block);
      continue;
    }
    for (let from = 0; from < text.length; ) {
      const space = from + size < text.length ? text.lastIndexOf(" ", from + size) : text.length;
      const to = space > from ? space : from + size;
      const at = (place: number) =>
        startMs === null || endMs === null
          ? null
          : startMs + Math.round(((endMs - startMs) * place) / text.length);
      short.push({
        ...block,
        text: text.slice(from, to),
        startMs: from === 0 ? startMs : at(from),
        endMs: at(to),
      });
      from = to;
      yield;
    }
  }
  return short;
}

type TimedBlock = ImportedBlock & { startMs: number; endMs: number };

/** In order of time; those without times follow each other at the pace of speech. */
function* timed(blocks: readonly ImportedBlock[]): Slices<TimedBlock[]> {
  const latest = limits.transcriptSeconds * 1000;
  let atMs = 0;
  const placed: TimedBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    const startMs = Math.min(block.startMs ?? atMs, latest);
    const spokenMs = block.text.split(/\s+/u).length * WORD_MS;
    const nextMs = blocks[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    const guessedMs = nextMs > startMs ? Math.min(startMs + spokenMs, nextMs) : startMs + spokenMs;
    atMs = Math.min(Math.max(startMs, block.endMs ?? guessedMs), latest);
    placed.push({ ...block, startMs, endMs: atMs });
    if (index % SLICE_BLOCKS === 0) yield;
  }
  return placed.sort((one, other) => one.startMs - other.startMs);
}

function wordsOf({ text, startMs, endMs, words }: TimedBlock): TranscriptWord[] {
  if (words.length === 0) {
    const segment = { id: "0", speaker: null, startMs, endMs, words: [] };
    return retype(segment, visible(text)).words.flatMap(cutLong);
  }
  return words.flatMap(({ text, startMs, endMs, confidence, glued }) => {
    const shown = visible(text);
    if (shown === "") return [];
    const times = { startMs, endMs: Math.max(startMs, endMs) };
    return cutLong({
      text: shown,
      ...times,
      ...(confidence !== undefined && { confidence: Math.round(confidence * 1000) / 1000 }),
      ...(glued && { glued }),
    });
  });
}

/** Without control characters; spaces inside a word are one. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .normalize("NFC");
}

function cutLong(word: TranscriptWord): TranscriptWord[] {
  if (word.text.length <= limits.transcriptWordChars) return [word];
  const characters = [...word.text];
  // Two code units a character, at most.
  const size = Math.floor(limits.transcriptWordChars / 2);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) => ({
    ...word,
    text:
      characters
        .slice(index * size, (index + 1) * size)
        .join("")
        .trim() || "-",
    ...(index > 0 && { glued: true as const }),
  }));
}

/** In the order in which they first speak. */
function speakerOf(label: string, ids: Map<string, string>): string {
  const known = ids.get(label);
  if (known !== undefined) return known;
  if (ids.size >= limits.transcriptSpeakers)
    throw new UnreadableFile(`It has more than ${limits.transcriptSpeakers} speakers.`);
  const id = `spk_${ids.size}`;
  ids.set(label, id);
  return id;
}

/** Labels that only number people are no names. */
function nameOf(label: string, { names }: ImportedFile): string | null {
  if (label in names) return shortName(names[label] ?? null);
  return /^(?:spk|speaker|sprecher|hablante|intervenant)[ _-]?\d+$|^[A-Z]$/i.test(label)
    ? null
    : shortName(label);
}

function shortName(name: string | null): string | null {
  return shownName(visible(name ?? ""), limits.speakerNameChars) || null;
}
