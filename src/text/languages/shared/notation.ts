/** How the text of a language's table is read; `language-table.ts` describes the notation. */
import { spacedPhrases } from "../../words/split-words.ts";
import { list } from "./readers.ts";
import { table } from "./tables.ts";

export class Notation {
  readonly #spaced: boolean;

  constructor(spaced: boolean) {
    this.#spaced = spaced;
  }

  /** Between words: nothing in a language without spaces, where a word is a character. */
  get gap(): string {
    return this.#spaced ? " " : "";
  }

  phrase(text: string): string {
    return this.#spaced ? text : spacedPhrases(text.replaceAll(" ", "")).join(" ");
  }

  /** `punkt/dot` */
  phrases(text = ""): string[] {
    return text
      .split("/")
      .filter((phrase) => phrase !== "")
      .map((phrase) => this.phrase(phrase));
  }

  /** The same as it stands in the keys of tables. */
  names(text: string): string {
    return this.phrases(text).join("/");
  }

  /** `metro/metros m, litro l`; a `_` in what is written is a space. */
  table(text = ""): Record<string, string> {
    const entries = Object.entries(table(text));
    return Object.fromEntries(
      entries.map(([names, value]) => [this.names(names), value.replaceAll("_", " ")]),
    );
  }

  numbers(text = ""): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.table(text)).map(([names, value]) => [names, Number(value)]),
    );
  }

  /** `hola buenos_días`; each of the words that `/` sets apart with each of the next: `a/de_quién/quiénes`. */
  list(text = ""): string[] {
    return list(text).flatMap((entry) =>
      entry
        .split("_")
        .map((words) => words.split("/"))
        .reduce((firsts, seconds) => firsts.flatMap((one) => seconds.map((other) => `${one} ${other}`))),
    );
  }

  /** The left side of a pattern of `patterns.ts`. */
  pattern(text: string): string {
    return text.replace(/[^\s=/()?_]{2,}(?=[^=]*=)/gu, (phrase) => this.phrase(phrase).replaceAll(" ", "_"));
  }

  /** `januar=Jan.=Januar`: what is said, how that is written, and how in a sentence; each as the one before by default. */
  forms(text = ""): Record<string, { text: string; prose: string }> {
    return Object.fromEntries(
      list(text).map((entry) => {
        const [spoken = "", bare = spoken, prose = bare] = entry.split("=");
        return [spoken, { text: bare, prose }];
      }),
    );
  }
}
