/** Spoken e-mail addresses, host names, URLs and IP addresses: `anna punkt müller at firma punkt de`. */
import { oncePer } from "../../../lib/once-per.ts";
import { isUsualName } from "../../words/frequent-words.ts";
import type { CardinalReader } from "./number-readers.ts";
import { alternatives, list, type Phrases, phrases, type Reader, readOnce, type Words } from "./readers.ts";

export interface AddressWords {
  /** Numbers in addresses; without them names and domains are in Latin letters alone. */
  cardinal?: CardinalReader;
  digits?: Readonly<Record<string, number>>;
  /** The words for `@ . - _ / :`, alternatives apart by `/` (the sign itself is given as value). */
  signs: Readonly<Record<string, string>>;
  /** Names of letters that take more than the letter: `double v` → `w`. */
  letters?: Readonly<Record<string, string>>;
  /** Top-level domains that are no words of the language, and so make a host name without `www`. */
  domains: readonly string[];
  /** Words that no address holds: `às oito em ponto com`. */
  never?: (words: Words, at: number) => number;
  /** How a spoken label is written, where that differs: `ру` → `ru`. */
  spell?: (label: string) => string;
  /** After a host and a colon, if digits of a port may be said in pairs. */
  port?: (words: Words, at: number) => Text | null;
  /** The form of a word of an address, if not any letters; and the signs that a host may have between its labels beside a hyphen. */
  word?: RegExp;
  hostSigns?: readonly string[];
  /**
   * Whether the words for dot and slash are said in sentences too: a host ends with its first known domain then, and a
   * path never with a slash.
   */
  dotIsStop?: boolean;
  /** Whether the first letter of a mailbox may stand before a word, `j smith at`, and other labels have none after one. */
  letterFirst?: boolean;
  /** Endings of files beside those that are words in no language. */
  fileEndings?: readonly string[];
  /** The kinds of addresses that may begin at a word, if not all: `look at example dot com` has no mailbox. */
  mayBegin?: (words: Words, at: number, parser: AddressParser) => readonly AddressKind[];
}

export type AddressKind = "mail" | "host" | "file";
const ALL_KINDS: readonly AddressKind[] = ["mail", "host", "file"];

/** Top-level domains that are words in none of the languages. */
const SAFE_DOMAINS = ["com", "org", "edu", "gov"];
/** Recognized only after words that already show an address. */
const OTHER_DOMAINS = list(
  "net info eu io uk biz tv ai app dev de at ch fr be es it pt nl ru us ca br mx ar ao me co",
);
/** Those that are words in no language. */
const FILE_ENDINGS = list(
  "txt pdf docx xlsx pptx csv json xml html css js ts py png jpg jpeg svg zip gz yaml yml toml sql odt ods mp3 mp4 wav",
);
/** Signs within a mailbox, a file name or a step of a path. */
export const JOINED = ".-_+";
const MOST_PIECES = 24;
const MOST_LABELS = 10;
const FIRST_SIGN_WITHIN = 24;
const MOST_HOST_WORDS = 3;
/** `è r punto hale`: an accented letter alone is a word. */
const LABEL = /^(?![\u00df-\u00ff]$)[\p{L}\p{N}][\p{L}\p{N}_-]*$/u;
/** Words before an address. */
const COPULA = /^(?:es|è|é|est|to|is|era|mail|correo|indirizzo|endereço|adres)$/;
const MAIL = /(?:mail|correo|electrónico) (?:es|è|é|est)$/;
/** `Sur w w w`, `non punto com`: the word before is no part of it. */
const NO_HOST = /.www$|^(?:non?|nao|pas|not|nicht|niet)$/u;
const LONGEST_DOMAIN_LETTERS = 4;
const HIGHEST_PORT = 65_535n;
const [IP_PARTS, HIGHEST_IP_PART, MOST_IP_DIGITS] = [4, 255, 3];

export interface Text {
  words: number;
  text: string;
}

/** Single letters and numbers join their neighbours; words do not. */
interface Piece extends Text {
  single: boolean;
}

export function addressReader(language: AddressWords, parser = new AddressParser(language)): Reader {
  const { mayBegin = () => ALL_KINDS } = language;
  return (words, at) => {
    if (!parser.hasSign(words, at)) return null;
    const kinds = mayBegin(words, at, parser);
    const found =
      (kinds.includes("mail") ? parser.mail(words, at) : null) ??
      (kinds.includes("host") ? (parser.ip(words, at) ?? parser.url(words, at)) : null) ??
      (kinds.includes("file") ? parser.file(words, at) : null);
    return found && { ...found, kind: "address" };
  };
}

/** The parts of addresses; `addressReader` tries them in turn. */
export class AddressParser {
  readonly #cardinal: CardinalReader;
  readonly #digits: Readonly<Record<string, number>>;
  readonly #never: (words: Words, at: number) => number;
  readonly #spell: (label: string) => string;
  readonly #port: NonNullable<AddressWords["port"]>;
  readonly #sign: Phrases<string>;
  readonly #signWords: ReadonlySet<string>;
  readonly #letter: Phrases<string>;
  readonly #safe: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #word: RegExp;
  readonly #hostSigns: readonly string[];
  readonly #dotIsStop: boolean;
  readonly #letterFirst: boolean;
  readonly #fileEndings: ReadonlySet<string>;

  constructor(language: AddressWords) {
    this.#cardinal = language.cardinal ?? (() => null);
    this.#digits = language.digits ?? {};
    this.#never = language.never ?? (() => 0);
    this.#spell = language.spell ?? ((label) => label);
    this.#port = language.port ?? (() => null);
    this.#sign = phrases(alternatives(language.signs));
    this.#signWords = new Set(alternatives(language.signs).map(([said]) => said.split(" ")[0] ?? ""));
    this.#letter = phrases(alternatives(language.letters ?? {}));
    this.#safe = new Set([...SAFE_DOMAINS, ...language.domains]);
    this.#known = new Set([...this.#safe, ...OTHER_DOMAINS]);
    this.#hostSigns = [".", "-", ...(language.hostSigns ?? [])];
    this.#word = language.word ?? LABEL;
    this.#dotIsStop = language.dotIsStop ?? true;
    this.#letterFirst = language.letterFirst ?? false;
    this.#fileEndings = new Set([...FILE_ENDINGS, ...(language.fileEndings ?? [])]);
  }

  /** Every address has a sign after its first label, and few words have one: that saves a tenth of what a text costs. */
  hasSign(words: Words, at: number): boolean {
    const sign = this.#nextSigns(words)[at + 1] ?? Number.POSITIVE_INFINITY;
    if (sign >= at + FIRST_SIGN_WITHIN) return false;
    // Only letters and numbers continue a word.
    if (sign > at + 1 && !this.#isSingle(words, at) && !this.#isSingle(words, at + 1)) return false;
    const isSigned = (part: Text | null) => part !== null && this.#sign(words, at + part.words) !== null;
    return (
      isSigned(this.#label(words, at, true)) ||
      isSigned(this.#label(words, at, this.#letterFirst)) ||
      isSigned(this.#ipPart(words, at))
    );
  }

  /** From each place on where the next sign may begin. */
  readonly #nextSigns = oncePer((words: Words): readonly number[] => {
    const next: number[] = [];
    for (let at = words.length - 1; at >= 0; at -= 1)
      next[at] = this.#signWords.has(words[at] ?? "") ? at : (next[at + 1] ?? Number.POSITIVE_INFINITY);
    return next;
  });

  #isSingle(words: Words, at: number): boolean {
    const word = words[at] ?? "";
    if (word.length === 1 || Object.hasOwn(this.#digits, word)) return true;
    return this.#letter(words, at) !== null || this.#cardinal(words, at) !== null;
  }

  mail(words: Words, at: number): Text | null {
    // `Escriba a m punto robles arroba …`
    const isPreposition = words[at] === "a" && at > 0 && this.#dotIsStop && !COPULA.test(words[at - 1] ?? "");
    if (isPreposition && /^\p{L}$/u.test(words[at + 1] ?? "")) return null;
    const local = this.chain(words, at, JOINED, this.#letterFirst);
    if (!local) return null;
    const sign = this.#sign(words, at + local.words);
    if (sign?.value !== "@") return this.#mailbox(words, at);
    const length = local.words + sign.words;
    const host = this.#host(words, at + length, true) ?? this.#hostOfWords(words, at + length);
    return host && { words: length + host.words, text: `${local.text}@${host.text}` };
  }

  /** `El correo es marta punto ruiz`: a first name and another. */
  #mailbox(words: Words, at: number): Text | null {
    if (!MAIL.test(words.slice(Math.max(0, at - 2), at).join(" "))) return null;
    const [name = "", , other = ""] = words.slice(at, at + 3).map(this.#spell);
    const isDotted = this.#sign(words, at + 1)?.value === "." && this.#word.test(other);
    return isDotted && isUsualName(name, "es") ? { words: 3, text: `${name}.${other}` } : null;
  }

  url(words: Words, at: number): Text | null {
    const scheme = this.#scheme(words, at);
    const start = at + (scheme?.words ?? 0);
    const first = this.#label(words, start, true)?.text ?? "";
    if (NO_HOST.test(first)) return null;
    const host = this.#host(words, start, scheme !== null || first === "www");
    if (!host) return null;
    const colon = this.#sign(words, start + host.words);
    const port = colon?.value === ":" ? this.#port(words, start + host.words + colon.words) : null;
    const authority = colon && port ? host.words + colon.words + port.words : host.words;
    const path = this.#path(words, start + authority);
    return {
      words: (scheme?.words ?? 0) + authority + path.words,
      text: (scheme?.text ?? "") + host.text + (port ? `:${port.text}` : "") + path.text,
    };
  }

  /** `bericht punkt pdf` */
  file(words: Words, at: number): Text | null {
    const name = this.chain(words, at, JOINED, true);
    const ending = name?.text.slice(name.text.lastIndexOf(".") + 1) ?? "";
    return name && ending !== name.text && this.#fileEndings.has(ending) ? name : null;
  }

  /** `h t t p s doppelpunkt slash slash`. */
  #scheme(words: Words, at: number): Text | null {
    const name = this.#label(words, at, true);
    if (!name || !/^https?$/.test(name.text)) return null;
    let length = name.words;
    // `doppelpunkt slash slash` may be one phrase, or `double slash` one sign.
    let signs = "";
    while (signs.length < "://".length) {
      const sign = this.#sign(words, at + length);
      if (!sign) return null;
      signs += sign.value;
      length += sign.words;
    }
    return signs === "://" ? { words: length, text: `${name.text}://` } : null;
  }

  /** `one nine two dot one six eight dot zero dot one`. */
  ip(words: Words, at: number): Text | null {
    const parts: string[] = [];
    let next = at;
    while (parts.length < IP_PARTS) {
      const sign = parts.length === 0 ? null : this.#sign(words, next);
      if (parts.length > 0 && sign?.value !== ".") return null;
      const part = this.#ipPart(words, next + (sign?.words ?? 0));
      if (!part) return null;
      parts.push(part.text);
      next += (sign?.words ?? 0) + part.words;
    }
    const colon = this.#sign(words, next);
    const port = colon?.value === ":" ? this.#portAt(words, next + colon.words) : null;
    if (!colon || !port) return { words: next - at, text: parts.join(".") };
    return { words: next + colon.words + port.words - at, text: `${parts.join(".")}:${port.text}` };
  }

  #portAt(words: Words, at: number): Text | null {
    const port = this.#cardinal(words, at);
    const number =
      port && port.value <= HIGHEST_PORT ? { words: port.words, text: String(port.value) } : null;
    return this.#port(words, at) ?? number;
  }

  /** Digits in a row, pairs of them among these, or one number: `one twenty seven`. */
  #ipPart(words: Words, at: number): Text | null {
    let [text, taken] = ["", 0];
    while (text.length < MOST_IP_DIGITS) {
      const digit = this.#digits[words[at + taken] ?? ""];
      const pair = digit === undefined && text !== "" ? this.#cardinal(words, at + taken) : null;
      const digits = String(digit ?? pair?.value ?? "");
      if (digits === "" || text.length + digits.length > MOST_IP_DIGITS) break;
      text += digits;
      taken += pair?.words ?? 1;
    }
    const number = this.#cardinal(words, at);
    if (number && number.words > taken) return { words: number.words, text: String(number.value) };
    return text === "" || Number(text) > HIGHEST_IP_PART ? null : { words: taken, text };
  }

  #path(words: Words, at: number): Text {
    const path = { words: 0, text: "" };
    for (let labels = 0; labels < MOST_LABELS; labels++) {
      const sign = this.#sign(words, at + path.words);
      if (sign?.value !== "/") break;
      const step = this.chain(words, at + path.words + sign.words, JOINED, true);
      if (!step && this.#dotIsStop) break;
      path.words += sign.words + (step?.words ?? 0);
      path.text += `/${step?.text ?? ""}`;
    }
    return path;
  }

  /**
   * Labels with dots between, up to the last known top-level domain; if there is none and `open` says that the words
   * before show an address, up to the first label after a dot.
   */
  #host(words: Words, at: number, open: boolean): Text | null {
    let host = this.#label(words, at, true);
    let first: Text | null = null;
    let known: Text | null = null;
    for (let labels = 0; host && labels < MOST_LABELS; labels++) {
      const sign = this.#sign(words, at + host.words);
      if (!sign || !this.#hostSigns.includes(sign.value)) break;
      if (!this.#dotIsStop && known === host && sign.value !== ".") break;
      const next = this.#hostLabel(words, at + host.words + sign.words, sign.value === ".");
      // After a known domain comes another or nothing: `com punto nueva línea`.
      if (!next || (this.#dotIsStop && known && !this.#known.has(next.text))) break;
      host = { words: host.words + sign.words + next.words, text: host.text + sign.value + next.text };
      if (sign.value !== ".") continue;
      first ??= host;
      // Letters that spell a domain are no word.
      if (this.#safe.has(next.text) || ((open || next.words > 1) && this.#known.has(next.text))) known = host;
    }
    if (!this.#dotIsStop) return first && (open || known === host) ? host : null;
    return known ?? (open ? first : null);
  }

  /** `chiocciola studio rossi punto it` */
  #hostOfWords(words: Words, at: number): Text | null {
    for (
      let before = 1;
      before < MOST_HOST_WORDS && this.#word.test(words[at + before - 1] ?? "");
      before += 1
    ) {
      const host = this.#host(words, at + before, true);
      if (!host || !this.#known.has(host.text.split(".").at(-1) ?? "")) continue;
      const first = words.slice(at, at + before).map((word) => this.#spell(word));
      return { words: before + host.words, text: first.join("") + host.text };
    }
    return null;
  }

  /** After a dot, spelled letters end if they make a known domain. */
  #hostLabel(words: Words, at: number, afterDot: boolean): Text | null {
    const word = this.#spell(words[at] ?? "");
    if (afterDot && this.#known.has(word) && this.#word.test(word)) return { words: 1, text: word };
    let spelled = "";
    let found: Text | null = null;
    for (let i = 0; afterDot && i < LONGEST_DOMAIN_LETTERS; i++) {
      if (words[at + i]?.length !== 1) break;
      spelled += words[at + i];
      if (this.#known.has(spelled)) found = { words: i + 1, text: spelled };
    }
    return found ?? this.#label(words, at, true);
  }

  /** Labels with signs between them. */
  chain(words: Words, at: number, signs: string, letterBeforeWord: boolean): Text | null {
    let chain = this.#label(words, at, letterBeforeWord);
    for (let labels = 0; chain && labels < MOST_LABELS; labels++) {
      const sign = this.#sign(words, at + chain.words);
      if (!sign || !signs.includes(sign.value)) break;
      const next = this.#label(words, at + chain.words + sign.words, letterBeforeWord);
      if (!next) break;
      chain = { words: chain.words + sign.words + next.words, text: chain.text + sign.value + next.text };
    }
    return chain;
  }

  /**
   * Letters and numbers in a row, with at most one word among them: `g mail`, `anna eins zwei`. At the front of a mail
   * address a letter before a word is a word of its own: Spanish `a anna arroba`.
   */
  #label(words: Words, at: number, letterBeforeWord: boolean): Text | null {
    return (letterBeforeWord ? this.#labelWithWord : this.#labelAlone)(words, at);
  }

  readonly #labelWithWord = readOnce((words: Words, at: number) => this.#readLabel(words, at, true));
  readonly #labelAlone = readOnce((words: Words, at: number) => this.#readLabel(words, at, false));

  #readLabel(words: Words, at: number, letterBeforeWord: boolean): Text | null {
    const label = { words: 0, text: "" };
    let last: Piece | null = null;
    for (let pieces = 0; pieces < MOST_PIECES; pieces++) {
      const piece = this.#piece(words, at + label.words);
      if (!piece || (last && !last.single && !piece.single)) break;
      // A word or `twenty four` ends a label unless a number follows.
      if (this.#letterFirst && last && last.text.length > 1 && /\D/.test(piece.text)) break;
      const areLetters = last !== null && /^\p{L}+$/u.test(last.text + piece.text);
      if (areLetters && !letterBeforeWord && !piece.single) return null;
      // `ist r punkt hale`: the word is none of the name.
      if (
        areLetters &&
        !letterBeforeWord &&
        !last?.single &&
        this.#signBehind(words, at + label.words + piece.words) !== "@"
      )
        return null;
      label.words += piece.words;
      label.text += piece.text;
      last = piece;
    }
    return last && label;
  }

  /** The sign after the letters in a row. */
  #signBehind(words: Words, at: number): string | undefined {
    let end = at;
    while (words[end]?.length === 1) end += 1;
    return this.#sign(words, end)?.value;
  }

  /** Four ways to begin an address, and each label around it, ask for the same piece. */
  readonly #piece = readOnce((words: Words, at: number): Piece | null => {
    const word = words[at] ?? "";
    if (this.#sign(words, at) || this.#never(words, at) > 0) return null;
    const letter = this.#letter(words, at);
    if (letter) return { words: letter.words, text: letter.value, single: true };
    const digit = this.#digits[word];
    const number = this.#cardinal(words, at);
    if (number && (number.words > 1 || digit === undefined)) {
      return { words: number.words, text: String(number.value), single: true };
    }
    if (digit !== undefined) return { words: 1, text: String(digit), single: true };
    if (!this.#word.test(word)) return null;
    return { words: 1, text: this.#spell(word), single: word.length === 1 };
  });
}
