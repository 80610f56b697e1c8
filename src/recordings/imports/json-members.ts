/** JSON.parse in steps: the members of an object, and the elements of their lists, one by one. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { UnreadableFile } from "./blocks.ts";

/** Looked at before others get their turn: about a millisecond. */
const SLICE_CHARS = 32_768;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** @throws UnreadableFile if the text is no JSON object. */
export function* jsonMembers(text: string): Slices<Map<string, unknown>> {
  const scan = new Scan(text);
  const members = new Map<string, unknown>();
  scan.expect("{");
  while (!scan.take("}")) {
    if (members.size > 0) scan.expect(",");
    const key = String(yield* scan.value());
    scan.expect(":");
    if (!scan.take("[")) {
      members.set(key, yield* scan.value());
      continue;
    }
    const elements: unknown[] = [];
    while (!scan.take("]")) {
      if (elements.length > 0) scan.expect(",");
      elements.push(yield* scan.value());
      if (elements.length > limits.importedWords) throw new UnreadableFile("It has too many words.");
    }
    members.set(key, elements);
  }
  if (!scan.isAtEnd()) scan.fail();
  return members;
}

class Scan {
  readonly #text: string;
  #at = 0;
  #turn = SLICE_CHARS;

  constructor(text: string) {
    this.#text = text;
  }

  fail(): never {
    throw new UnreadableFile("It is not valid JSON.");
  }

  isAtEnd(): boolean {
    this.#skipSpaces();
    return this.#at === this.#text.length;
  }

  take(sign: string): boolean {
    this.#skipSpaces();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  expect(sign: string): void {
    if (!this.take(sign)) this.fail();
  }

  /** The next value of any kind. */
  *value(): Slices<unknown> {
    this.#skipSpaces();
    const from = this.#at;
    this.#at = yield* this.#endOfValue(from);
    const isLarge = this.#at - from > limits.importedElementChars && this.#text.charCodeAt(from) !== QUOTE;
    if (isLarge) throw new UnreadableFile("One of its segments is too large.");
    try {
      return JSON.parse(this.#text.slice(from, this.#at));
    } catch {
      return this.fail();
    }
  }

  *#endOfValue(from: number): Slices<number> {
    let depth = 0;
    for (let at = from; at < this.#text.length; at += 1) {
      if (at >= this.#turn) {
        this.#turn = at + SLICE_CHARS;
        yield;
      }
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) {
        at = this.#endOfText(at);
        if (depth === 0) return at + 1;
      } else if (code === 0x5b || code === 0x7b) depth += 1;
      else if (code === 0x5d || code === 0x7d) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth === 0) return at + 1;
      } else if (depth === 0 && (code === 0x2c || code <= 0x20)) return at;
    }
    return this.#text.length;
  }

  /** Where the quotation mark stands that closes the one at `from`. */
  #endOfText(from: number): number {
    let end = from;
    do {
      end = this.#text.indexOf('"', end + 1);
      if (end === -1) this.fail();
    } while (this.#isEscaped(end));
    return end;
  }

  #isEscaped(at: number): boolean {
    let before = at - 1;
    while (this.#text.charCodeAt(before) === BACKSLASH) before -= 1;
    return (at - before) % 2 === 0;
  }

  #skipSpaces(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at += 1;
  }
}
