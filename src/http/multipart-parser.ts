/**
 * multipart/form-data as it arrives (RFC 7578, RFC 2046 5.1): says which part begins and what it contains. Of a body it
 * keeps no more than a part's head, and an end of a block that may be the beginning of a boundary.
 */
import { TiroError } from "../lib/errors.ts";

/** `type` in lower case, `text/plain` if there is none. */
export interface PartHead {
  name: string | undefined;
  /** Without folders. */
  fileName: string | undefined;
  type: string;
  charset: string;
}

/** Takes a part. Fine to throw: that ends the body. */
export interface PartReader {
  /** @param bytes a view of the block that was pushed. */
  data(bytes: Buffer): void;
  end(): void;
}

export interface MultipartParserOptions {
  boundary: string;
  maxHeadBytes: number;
  open(head: PartHead): PartReader;
}

type State = "beginning" | "content" | "delimiter" | "head" | "epilogue";

const LINE_END = "\r\n";
const HEAD_END = "\r\n\r\n";
const CARRIAGE_RETURN = 0x0d;

export class MultipartParser {
  readonly #options: MultipartParserOptions;
  /** With the line break in front, which does not belong to the content. */
  readonly #delimiter: Buffer;
  #state: State = "beginning";
  /** Null between parts, and in what stands before the first. */
  #part: PartReader | null = null;
  /** Bytes that say something with the following ones only. */
  #held: Buffer = Buffer.alloc(0);

  constructor(options: MultipartParserOptions) {
    this.#options = options;
    this.#delimiter = Buffer.from(`${LINE_END}--${options.boundary}`, "latin1");
  }

  /** @throws TiroError `invalid_request` if it is no multipart body; what the readers throw. */
  push(block: Buffer): void {
    let rest = this.#held.length === 0 ? block : Buffer.concat([this.#held, block]);
    for (;;) {
      const taken = this.#step(rest);
      if (taken === null) break;
      rest = rest.subarray(taken);
    }
    // A view would hold all of the block.
    this.#held = this.#state === "epilogue" ? Buffer.alloc(0) : Buffer.from(this.#left(rest));
  }

  /** @throws TiroError `invalid_request` if the body is not complete. */
  end(): void {
    if (this.#state !== "epilogue") throw malformed();
  }

  /** @returns how many bytes are done with, or null if more must come. */
  #step(rest: Buffer): number | null {
    switch (this.#state) {
      case "beginning":
        return this.#begin(rest);
      case "content":
        return this.#content(rest);
      case "delimiter":
        return this.#afterDelimiter(rest);
      case "head":
        return this.#head(rest);
      case "epilogue":
        return null;
    }
  }

  /** The first delimiter has no line break in front if nothing stands before it. */
  #begin(rest: Buffer): number | null {
    const first = this.#delimiter.subarray(LINE_END.length);
    const common = Math.min(first.length, rest.length);
    const fits = rest.subarray(0, common).equals(first.subarray(0, common));
    if (fits && common < first.length) return null;
    this.#state = fits ? "delimiter" : "content";
    return fits ? first.length : 0;
  }

  #content(rest: Buffer): number | null {
    const at = rest.indexOf(this.#delimiter);
    if (at < 0) {
      const content = rest.subarray(0, rest.length - this.#left(rest).length);
      if (content.length > 0) this.#part?.data(content);
      return null;
    }
    if (at > 0) this.#part?.data(rest.subarray(0, at));
    this.#part?.end();
    this.#part = null;
    this.#state = "delimiter";
    return at + this.#delimiter.length;
  }

  /** The end that must wait for more: of content, one that may begin a delimiter. */
  #left(rest: Buffer): Buffer {
    if (this.#state !== "content") return rest;
    const tail = rest.subarray(Math.max(0, rest.length - this.#delimiter.length + 1));
    const at = tail.lastIndexOf(CARRIAGE_RETURN);
    const end = tail.subarray(at < 0 ? tail.length : at);
    return end.equals(this.#delimiter.subarray(0, end.length)) ? end : tail.subarray(tail.length);
  }

  #afterDelimiter(rest: Buffer): number | null {
    if (rest.length < 2) return null;
    if (rest.toString("latin1", 0, 2) === "--") {
      this.#state = "epilogue";
      return null;
    }
    const at = rest.indexOf(LINE_END);
    if (at < 0 && rest.length <= this.#options.maxHeadBytes) return null;
    if (!/^[ \t]*$/.test(rest.toString("latin1", 0, Math.max(at, 0))) || at < 0) throw malformed();
    this.#state = "head";
    // The line's end stays: a part without a head has two of them.
    return at;
  }

  #head(rest: Buffer): number | null {
    const at = rest.indexOf(HEAD_END);
    if ((at < 0 ? rest.length : at) > this.#options.maxHeadBytes) throw unreadablePart();
    if (at < 0) return null;
    this.#part = this.#options.open(readHead(rest.toString("latin1", LINE_END.length, at)));
    this.#state = "content";
    return at + HEAD_END.length;
  }
}

/** @param text one character a byte. */
function readHead(text: string): PartHead {
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r\n(?=[ \t])/g, "").split(LINE_END)) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    if (colon < 1 || /[\r\n]/.test(line)) throw unreadablePart();
    const name = line.slice(0, colon).toLowerCase();
    if (!headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = readValue(headers.get("content-disposition") ?? "");
  const name = disposition.parameters.get("name");
  const filename = disposition.parameters.get("filename");
  if (disposition.value !== "form-data" || /[\r\n]/.test(`${name}${filename}`)) throw unreadablePart();
  const type = readValue(headers.get("content-type") ?? "");
  return {
    name,
    fileName: filename === undefined ? undefined : withoutFolders(filename),
    type: type.value || "text/plain",
    charset: type.parameters.get("charset")?.toLowerCase() ?? "utf-8",
  };
}

/** A quote that is not closed reaches to the end, so that nothing is looked at twice. */
const PARAMETER = /;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*(?:"|\\?$)|[^;]*)/g;

/** Of parameters that stand twice the last counts. */
function readValue(header: string): { value: string; parameters: ReadonlyMap<string, string> } {
  const parameters = new Map<string, string>();
  for (const [, key = "", raw = ""] of header.matchAll(PARAMETER)) {
    const name = key.toLowerCase();
    if (name.endsWith("*")) parameters.set(name.slice(0, -1), extendedValue(raw.trim()));
    else parameters.set(name, decodeText(Buffer.from(unquoted(raw.trim()), "latin1"), "utf-8"));
  }
  return { value: header.split(";", 1)[0]?.trim().toLowerCase() ?? "", parameters };
}

function unquoted(raw: string): string {
  return raw.startsWith('"') ? raw.replace(/^"|"$/g, "").replace(/\\(["\\])/g, "$1") : raw;
}

/** RFC 8187: `utf-8'en'a%20name`. */
function extendedValue(raw: string): string {
  const [, charset = "utf-8", text = raw] = /^([^']*)'[^']*'(.*)$/.exec(raw) ?? [];
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeText(Buffer.from(bytes, "latin1"), charset.toLowerCase());
}

/** An unknown charset is read as UTF-8. */
export function decodeText(bytes: Buffer, charset: string): string {
  if (charset === "utf-8" || charset === "utf8") return bytes.toString();
  try {
    return new TextDecoder(charset as ConstructorParameters<typeof TextDecoder>[0], {
      ignoreBOM: true,
    }).decode(bytes);
  } catch {
    return bytes.toString();
  }
}

function withoutFolders(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name === "." || name === ".." ? "" : name;
}

function unreadablePart(): TiroError {
  return new TiroError(
    "invalid_request",
    "The headers of a part cannot be read; it needs a Content-Disposition of form-data with a name, and no line break in its values.",
  );
}

function malformed(): TiroError {
  return new TiroError(
    "invalid_request",
    "The multipart body is malformed or ends early: its closing boundary is missing.",
  );
}
