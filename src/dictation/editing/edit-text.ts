/**
 * A spoken instruction applied to selected text, by a grammar of commands. The instruction is data: what no
 * command understands changes nothing. English; instructions in other languages are unclear.
 */
import { limits } from "../../config/limits.ts";
import type { Command, EditContext } from "./command.ts";
import { capitalize, changeCase } from "./commands/case.ts";
import { deleteMarks, deleteWords, keepOnly } from "./commands/delete.ts";
import { insertAtEdge, insertBeside, insertMark } from "./commands/insert.ts";
import { greet, signOff } from "./commands/letter.ts";
import {
  joinLines,
  makeList,
  removeDuplicates,
  removeMarkers,
  reverseLines,
  sortLines,
  splitLines,
} from "./commands/lines.ts";
import { move, swap } from "./commands/move.ts";
import { formatDates, numbersAsDigits, numbersAsWords } from "./commands/numbers.ts";
import { replace, replaceTurnedRound, spell } from "./commands/replace.ts";
import { leave, removeBlankLines, removeSpaces, tidy } from "./commands/tidy.ts";
import { unwrap, wrap } from "./commands/wrap.ts";

export type EditOptions = EditContext;

export interface EditResult {
  /** The selection unchanged where the instruction was not understood. */
  text: string;
  /** The instruction could not be determined, or its target not found. */
  unclear: boolean;
  /** The instruction was to delete all of the selection. */
  deleted: boolean;
}

/** From the most particular to the most general: `remove the quotes` before `remove WORDS`. */
const COMMANDS: readonly Command[] = [
  leave,
  greet,
  signOff,
  tidy,
  removeSpaces,
  removeBlankLines,
  makeList,
  removeMarkers,
  removeDuplicates,
  sortLines,
  reverseLines,
  joinLines,
  splitLines,
  numbersAsDigits,
  numbersAsWords,
  formatDates,
  changeCase,
  capitalize,
  spell,
  wrap,
  unwrap,
  swap,
  move,
  deleteMarks,
  insertAtEdge,
  insertBeside,
  insertMark,
  replaceTurnedRound,
  replace,
  keepOnly,
  deleteWords,
];

const POLITE =
  /^(?:(?:please|okay|ok|so|um|uh|now|just|then|and|hey|well|actually|also|can you|could you|would you|will you|can we|could we|i want you to|i'd like you to|i would like you to|i want to|i'd like to|let's|go ahead and|you should|we should)[, ]+)+/;
const POLITE_END = /[, ]+(?:please|thanks|thank you|for me|okay|ok)$/;

/** A second command after the first: `replace a with b and make it uppercase`. */
const JOINT = /,? (?:and then|then|and)[, ]+(?=[a-z])/g;

/** What a command begins with; the same words after `and` inside the text to insert are rare enough. */
const VERBS =
  /^(?:replace|change|make|delete|remove|capitalize|uppercase|lowercase|add|insert|put|swap|move|sort|join|split|number|fix|wrap|quote|spell|turn|convert|sign|start|end|format|correct)\b/;

export function editText(instruction: string, selectedText: string, options: EditOptions): EditResult {
  const spoken = simplify(instruction);
  const readable = isEnglish(options.language) && spoken.length <= limits.editInstructionChars;
  const edited = readable ? understand(spoken, selectedText, options) : null;
  if (edited === null) return { text: selectedText, unclear: true, deleted: false };
  return { text: edited, unclear: false, deleted: edited === "" && selectedText !== "" };
}

/** A last `please` is courtesy, unless only with it the command makes sense: `delete everything before please`. */
function understand(spoken: string, text: string, context: EditContext): string | null {
  const plain = spoken.replace(POLITE_END, "");
  return (
    applyCommands(plain, text, context) ?? (plain === spoken ? null : applyCommands(spoken, text, context))
  );
}

function applyCommands(
  spoken: string,
  text: string,
  context: EditContext,
  most: number = limits.editCommands,
): string | null {
  // Two commands first: of `replace a with b and make it uppercase` the second half is no part of `b`.
  for (const joint of most > 1 ? [...spoken.matchAll(JOINT)].slice(0, limits.editReadings) : []) {
    const rest = simplify(spoken.slice(joint.index + joint[0].length));
    if (!VERBS.test(rest)) continue;
    const [first] = bestCommand(spoken.slice(0, joint.index), text, context);
    const both = first === undefined ? null : applyCommands(rest, first, context, most - 1);
    if (both !== null) return both;
  }
  return bestCommand(spoken, text, context)[0] ?? null;
}

function bestCommand(spoken: string, text: string, context: EditContext): string[] {
  for (const command of COMMANDS) {
    for (const pattern of command.patterns) {
      const match = pattern.exec(spoken);
      const groups = Object.fromEntries(
        Object.entries(match?.groups ?? {}).filter(([, value]) => value !== undefined),
      );
      const result = match ? command.apply(text, groups, context) : null;
      if (result !== null) return [result];
    }
  }
  return [];
}

function simplify(instruction: string): string {
  const lower = instruction.toLowerCase().replace(/[’]/g, "'").replace(/\s+/g, " ").trim();
  return lower
    .replace(/[.!?]+$/, "")
    .replace(POLITE, "")
    .trim();
}

/** `auto` is taken for English, the only language with commands. */
function isEnglish(language: string): boolean {
  return language === "en" || language === "auto";
}
