/** How one language says the commands. */
import type { Command, EditContext, Groups } from "./command.ts";

/** A command, and how it is said. */
export type Entry = readonly [command: Command, pattern: RegExp];

export interface Grammar {
  /** From the most particular to the most general: `remove the quotes` before `remove WORDS`. */
  entries: readonly Entry[];
  /** Courtesy before and after an instruction. */
  polite: RegExp;
  politeEnd: RegExp;
  /** Between two commands: `replace a with b and make it uppercase`. Global. */
  joint: RegExp;
  /** The first words of a command; the same words after `and` inside the text to insert are rare enough. */
  verbs: RegExp;
  /** An instruction for a part of the text: `rest` in `scope`. */
  scopes: readonly RegExp[];
  /** Words that add nothing to the command: `everywhere`. */
  everywhere: RegExp;
  /** A target in the words of the English one. */
  target(words: string): string;
}

/** Arguments that name a place in the text; what is to be written stays as it was said. */
const TARGETS: readonly string[] = ["target", "from", "one", "other", "place", "scope", "joined"];

/** `(?<side_before>vor)` is `before`, whatever the language calls it. */
function argumentsOf(grammar: Grammar, groups: Groups): Groups {
  const said = Object.entries(groups).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    said.map(([group, value]) => {
      const [name = "", ...fixed] = group.split("_");
      if (fixed.length > 0) return [name, fixed.join(" ")];
      return [name, TARGETS.includes(name) ? grammar.target(value) : value];
    }),
  );
}

/** The first command that the words say and that fits the text. */
export function applyBest(
  grammar: Grammar,
  spoken: string,
  text: string,
  context: EditContext,
): string | null {
  for (const [command, pattern] of grammar.entries) {
    const match = pattern.exec(spoken);
    const result = match && command(text, argumentsOf(grammar, { ...match.groups }), context);
    if (typeof result === "string") return result;
  }
  return null;
}
