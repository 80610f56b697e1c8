/**
 * Results of transcriptions: OpenAI's and tiro's `verbose_json` and `diarized_json`, tiro's own export, and what other tools write
 * in their shape (segments with a text or words).
 */
import { limits } from "../../config/limits.ts";
import { JsonFault, jsonMembers } from "../../lib/json-slices.ts";
import type { Slices } from "../../lib/slices.ts";
import { type ImportedBlock, type ImportedFile, type ImportedWord, UnreadableFile } from "./blocks.ts";

type Fields = Record<string, unknown>;

const SLICE_BLOCKS = 20;
const SLICE_WORDS = 2_000;
const BLOCK_WORDS = 100;

/** @throws UnreadableFile */
export function* readJsonFile(text: string): Slices<ImportedFile> {
  const members = yield* membersOf(text);
  const list = (name: string) => listOf(members.get(name));
  // tiro's utterances have the times of words, its segments beside them have not.
  const [utterances, segments] = [list("utterances"), list("segments")];
  const spoken = utterances.length > 0 ? utterances : segments;
  if (spoken.length > limits.importedBlocks) throw new UnreadableFile("It has too many segments.");
  const blocks: ImportedBlock[] = [];
  for (const [index, segment] of spoken.entries()) {
    blocks.push(blockOf(segment));
    if (index % SLICE_BLOCKS === 0) yield;
  }
  const words: ImportedWord[] = [];
  for (const [index, word] of list("words").entries()) {
    const read = wordOf(word);
    if (read) words.push(read);
    if (index % SLICE_WORDS === 0) yield;
  }
  if (blocks.length > 0 && words.length > 0) yield* giveWords(blocks, words);
  if (blocks.length === 0) blocks.push(...(words.length > 0 ? inBlocks(words) : [wholeOf(members)]));
  if (blocks.every(({ text, words }) => text === "" && words.length === 0) && !members.has("text"))
    throw new UnreadableFile("It has neither segments nor a text.");
  const named = list("speakers").filter(({ id }) => typeof id === "string");
  return {
    blocks,
    language: textOf(members.get("language")),
    durationMs: msOf(members.get("duration")),
    names: Object.fromEntries(named.map(({ id, name }) => [id, textOf(name)])),
  };
}

const FAULTS = {
  invalid: "It is not valid JSON.",
  elements: "It has too many words.",
  elementChars: "One of its segments is too large.",
};

function* membersOf(text: string): Slices<Map<string, unknown>> {
  const { importedWords: elements, importedElementChars: elementChars } = limits;
  try {
    return yield* jsonMembers(text, { elements, elementChars });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new UnreadableFile(FAULTS[error.kind], { cause: error });
  }
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function blockOf(segment: Fields): ImportedBlock {
  const words = listOf(segment.words)
    .map(wordOf)
    .filter((word) => word !== null);
  return {
    text: textOf(segment.text) ?? "",
    startMs: msOf(segment.start) ?? words[0]?.startMs ?? null,
    endMs: msOf(segment.end) ?? words.at(-1)?.endMs ?? null,
    speaker: textOf(segment.speaker),
    words,
  };
}

/** A text alone. */
function wholeOf(members: ReadonlyMap<string, unknown>): ImportedBlock {
  const text = textOf(members.get("text")) ?? "";
  return { text, startMs: null, endMs: null, speaker: null, words: [] };
}

/** Words alone. */
function inBlocks(words: readonly ImportedWord[]): ImportedBlock[] {
  return Array.from({ length: Math.ceil(words.length / BLOCK_WORDS) }, (_, index) => {
    const some = words.slice(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS);
    return {
      text: "",
      startMs: some[0]?.startMs ?? null,
      endMs: some.at(-1)?.endMs ?? null,
      speaker: null,
      words: some,
    };
  });
}

/** OpenAI lists the words beside the segments, without their marks: they only say when the words of a segment are spoken. */
function* giveWords(blocks: ImportedBlock[], words: readonly ImportedWord[]): Slices<void> {
  let next = 0;
  for (const [index, block] of blocks.entries()) {
    const { endMs } = block;
    const from = next;
    while (next < words.length && (endMs === null || (words[next] as ImportedWord).startMs < endMs))
      next += 1;
    const parts = block.text.split(/\s+/u).filter((part) => part !== "");
    if (block.words.length === 0 && parts.length === next - from)
      blocks[index] = {
        ...block,
        words: words.slice(from, next).map((word, place) => ({ ...word, text: parts[place] as string })),
      };
    if (index % SLICE_BLOCKS === 0) yield;
  }
}

function wordOf(word: Fields): ImportedWord | null {
  const [startMs, endMs] = [msOf(word.start), msOf(word.end)];
  const text = textOf(word.word ?? word.text);
  if (text === null || startMs === null || endMs === null) return null;
  const confidence = word.confidence ?? word.probability ?? word.score;
  return {
    ...{ text, startMs, endMs },
    ...(typeof confidence === "number" && confidence >= 0 && confidence <= 1 && { confidence }),
    ...(word.glued === true && { glued: true }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

function msOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.round(value * 1000) : null;
}
