/** English: each command has its own patterns. */
import type { Command } from "../command.ts";
import { capitalize, changeCase } from "../commands/case.ts";
import { deleteMarks, deleteWords, keepOnly } from "../commands/delete.ts";
import { insertAtEdge, insertBeside, insertMark } from "../commands/insert.ts";
import { addItem, removeItem } from "../commands/items.ts";
import { greet, signOff } from "../commands/letter.ts";
import {
  joinLines,
  makeList,
  makeSentence,
  removeDuplicates,
  removeMarkers,
  reverseLines,
  sortLines,
  splitLines,
} from "../commands/lines.ts";
import { move, swap } from "../commands/move.ts";
import { formatDates, numbersAsDigits, numbersAsWords } from "../commands/numbers.ts";
import { replace, replaceTurnedRound, spell, spellOtherwise } from "../commands/replace.ts";
import { revalue } from "../commands/revalue.ts";
import { makeTable } from "../commands/table.ts";
import { leave, removeBlankLines, removeSpaces, tidy } from "../commands/tidy.ts";
import { unwrap, wrap } from "../commands/wrap.ts";
import type { Grammar } from "../grammar.ts";
import { ORDINAL } from "../ordinals.ts";

const COMMANDS: readonly Command[] = [
  leave,
  greet,
  signOff,
  tidy,
  removeSpaces,
  removeBlankLines,
  makeList,
  makeTable,
  makeSentence,
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
  spellOtherwise,
  capitalize,
  spell,
  wrap,
  unwrap,
  revalue,
  swap,
  move,
  addItem,
  deleteMarks,
  removeItem,
  insertAtEdge,
  insertBeside,
  insertMark,
  replaceTurnedRound,
  replace,
  keepOnly,
  deleteWords,
];

const PART = `the (?:${ORDINAL}) (?:sentence|line|paragraph|item|bullet|point)`;

export const english: Grammar = {
  entries: COMMANDS.flatMap((command) => command.patterns.map((pattern) => [command, pattern] as const)),
  polite:
    /^(?:(?:please|okay|ok|so|um|uh|now|just|then|and|hey|well|actually|also|can you|could you|would you|will you|can we|could we|i want you to|i'd like you to|i would like you to|i want to|i'd like to|let's|go ahead and|you should|we should)[, ]+)+/,
  politeEnd: /[, ]+(?:please|thanks|thank you|for me|okay|ok)$/,
  joint: /(?:,|[.;!])? (?:and then|then|and)[, ]+(?=[a-z])|[.;!?] (?=[a-z])|, (?=[a-z])/g,
  verbs:
    /^(?:replace|change|make|delete|remove|capitalize|uppercase|lowercase|add|insert|put|swap|move|sort|join|split|number|fix|wrap|quote|spell|turn|convert|sign|start|end|format|correct|take|set|use)\b/,
  scopes: [
    new RegExp(`^(?<rest>.+?),? (?:only |just )?(?:in|of|within|from) (?<scope>${PART})(?: only)?$`),
    new RegExp(`^(?<verb>\\w+) in (?<scope>${PART}) (?<rest>.+)$`),
    new RegExp(`^in (?<scope>${PART}),? (?<rest>.+)$`),
  ],
  everywhere:
    /(?:,? (?:everywhere|throughout|in all (?:the )?(?:places|cases)|in every place|each time|every time|all over|globally|wherever it (?:appears|occurs|stands)|in the (?:whole|entire|full) (?:text|message|selection|document|thing)|throughout the (?:text|message|selection|document))(?: (?:in|of|throughout) the (?:text|message|document|selection))?| instead)$/,
  target: (words) => words,
};
