/** How a language says the commands, as a table: `en.json`. */
import type { Entry, Grammar } from "../grammar.ts";
import { COMMANDS } from "./commands.ts";
import { type TargetWords, targetReader } from "./targets.ts";

/** All texts are patterns; `{name}` in an entry stands for one of the words. */
export interface GrammarTable {
  /** Words that several entries share: verbs, `it`. */
  words: Readonly<Record<string, string>>;
  /** `COMMAND: PATTERN`, from the most particular to the most general; `(?<side_before>vor)` is an argument and its value. */
  entries: readonly string[];
  polite: string;
  politeEnd: string;
  joint: string;
  verbs: string;
  scope: { inside: string; only: string; place: string };
  everywhere: string;
  /** None in English, whose words those of targets are. */
  target?: TargetWords;
}

export function tableGrammar(table: GrammarTable): Grammar {
  const { inside, only, place } = table.scope;
  return {
    entries: table.entries.map((entry) => entryOf(entry, table)),
    polite: new RegExp(`^(?:(?:${table.polite})[, ]+)+`),
    politeEnd: new RegExp(`[, ]+(?:${table.politeEnd})$`),
    joint: new RegExp(`(?:,|[.;!])? (?:${table.joint})[, ]+(?=\\p{L})|[.;!?] (?=\\p{L})|, (?=\\p{L})`, "gu"),
    verbs: new RegExp(`^${table.verbs}`, "u"),
    scopes: [
      `(?<rest>.+?),? (?:(?:${only}) )?${inside} (?<scope>${place})(?: (?:${only}))?`,
      `(?<verb>\\p{L}+) ${inside} (?<scope>${place}) (?<rest>.+)`,
      `${inside} (?<scope>${place}),? (?<rest>.+)`,
    ].map((pattern) => new RegExp(`^${pattern}$`, "u")),
    everywhere: new RegExp(table.everywhere),
    target: table.target ? targetReader(table.target) : (words) => words,
  };
}

function entryOf(entry: string, { words, verbs }: GrammarTable): Entry {
  const [, name = "", pattern = ""] = /^(\w+): (.+)$/.exec(entry) ?? [];
  if (!isCommand(name)) throw new Error(`no command of editing is called ${name}: ${entry}`);
  return [COMMANDS[name], new RegExp(`^${withWords(pattern, { ...words, verbs })}$`, "u")];
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

function withWords(pattern: string, words: GrammarTable["words"]): string {
  return pattern.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`no words of the grammar are called ${name}`);
    return word;
  });
}
