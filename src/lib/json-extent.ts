const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * How much there is in JSON text, found while it arrives and before anything is made of it: a megabyte of it can hold
 * half a million values, and reading those takes longer than others should wait.
 */
export class JsonExtent {
  /** Texts, numbers, lists, objects and so on; the keys of objects do not count. */
  values = 1;
  /** Of lists and objects within each other, the most so far. */
  depth = 0;
  #open = 0;
  #inText = false;
  #escaped = false;

  /** Takes the text's next bytes; it may be cut anywhere. The parser refuses invalid JSON. */
  add(block: Uint8Array): void {
    // By index: an iterator takes ten times as long as long as the code is not compiled.
    for (let at = 0; at < block.length; at += 1) {
      const byte = block[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inText) {
        if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inText = false;
      } else if (byte === QUOTE) this.#inText = true;
      else if (byte === COMMA) this.values += 1;
      else if (byte === LIST || byte === OBJECT) this.#opened();
      else if (byte === LIST_END || byte === OBJECT_END) this.#open -= 1;
    }
  }

  #opened(): void {
    this.values += 1;
    this.#open += 1;
    this.depth = Math.max(this.depth, this.#open);
  }
}
