/** JSON.parse in steps: the members of an object, the elements of their lists, and long texts piece by piece. */
import type { Slices } from "./slices.ts";

/** Looked at before others get their turn: about a millisecond. */
const SLICE_CHARS = 32_768;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Of JSON that strangers wrote. */
export interface JsonBounds {
  /** Of one list. */
  elements: number;
  /** Of a member or an element that is no text. */
  elementChars: number;
}

export class JsonFault extends Error {
  constructor(readonly kind: "invalid" | "elements" | "elementChars") {
    super(`JSON: ${kind}`);
  }
}

const UNBOUNDED = { elements: Number.POSITIVE_INFINITY, elementChars: Number.POSITIVE_INFINITY };

/** What JSON.parse makes of it. @throws JsonFault, SyntaxError. */
export function* parseJson(text: string): Slices<unknown> {
  if (!/^[ \t\n\r]*\{/.test(text)) return JSON.parse(text);
  return Object.fromEntries(yield* jsonMembers(text));
}

/** @throws JsonFault if the text is no JSON object, or outside of its bounds. */
export function* jsonMembers(text: string, bounds: JsonBounds = UNBOUNDED): Slices<Map<string, unknown>> {
  const scan: Scan = new Scan(text, bounds);
  const members = new Map<string, unknown>();
  scan.expect("{");
  while (!scan.take("}")) {
    if (members.size > 0) scan.expect(",");
    const key = yield* scan.value();
    if (typeof key !== "string") scan.fail();
    scan.expect(":");
    if (!scan.take("[")) {
      members.set(key, yield* scan.value());
      continue;
    }
    const elements: unknown[] = [];
    while (!scan.take("]")) {
      if (elements.length > 0) scan.expect(",");
      elements.push(yield* scan.value());
      if (elements.length > bounds.elements) throw new JsonFault("elements");
    }
    members.set(key, elements);
  }
  if (!scan.isAtEnd()) scan.fail();
  return members;
}

class Scan {
  readonly #text: string;
  readonly #bounds: JsonBounds;
  #at = 0;
  #turn = SLICE_CHARS;

  constructor(text: string, bounds: JsonBounds) {
    this.#text = text;
    this.#bounds = bounds;
  }

  fail(): never {
    throw new JsonFault("invalid");
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
    if (this.#isTurnOver()) yield;
    const from = this.#at;
    if (this.#text.charCodeAt(from) === QUOTE) return yield* this.#longText();
    yield* this.#skipValue();
    if (this.#at - from > this.#bounds.elementChars) throw new JsonFault("elementChars");
    return this.#read(this.#text.slice(from, this.#at));
  }

  #read(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch {
      return this.fail();
    }
  }

  /** Cut between characters, never within what stands for one. */
  *#longText(): Slices<string> {
    const pieces: unknown[] = [];
    this.#at += 1;
    for (let from = this.#at; ; ) {
      if (this.#at >= this.#text.length) this.fail();
      const code = this.#text.charCodeAt(this.#at);
      const isEnd = code === QUOTE;
      if (isEnd || this.#at - from >= SLICE_CHARS) {
        pieces.push(this.#read(`"${this.#text.slice(from, this.#at)}"`));
        from = this.#at;
        if (!isEnd) yield;
      }
      if (isEnd) break;
      if (code !== BACKSLASH) this.#at += 1;
      else this.#at += this.#text[this.#at + 1] === "u" ? 6 : 2;
    }
    this.#at += 1;
    return pieces.join("");
  }

  /** To where the value ends that is no text. */
  *#skipValue(): Slices<void> {
    let depth = 0;
    let isText = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      if (this.#isTurnOver()) yield;
      const code = this.#text.charCodeAt(this.#at);
      if (isText) {
        if (code === BACKSLASH) this.#at += 1;
        else if (code === QUOTE) isText = false;
      } else if (code === QUOTE) isText = true;
      else if (code === 0x5b || code === 0x7b) depth += 1;
      else if (code === 0x5d || code === 0x7d) {
        if (depth === 0) return;
        depth -= 1;
        if (depth === 0) {
          this.#at += 1;
          return;
        }
      } else if (depth === 0 && (code === 0x2c || code <= 0x20)) return;
    }
  }

  #isTurnOver(): boolean {
    if (this.#at < this.#turn) return false;
    this.#turn = this.#at + SLICE_CHARS;
    return true;
  }

  #skipSpaces(): void {
    for (; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  }
}
