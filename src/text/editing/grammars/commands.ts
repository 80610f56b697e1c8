/** Every command of editing, by the name that the tables of grammars have for it. */
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
import { replace, replaceTurnedRound, respell, spell, spellOtherwise } from "../commands/replace.ts";
import { revalue } from "../commands/revalue.ts";
import { makeTable } from "../commands/table.ts";
import { leave, removeBlankLines, removeSpaces, tidy } from "../commands/tidy.ts";
import { unwrap, wrap } from "../commands/wrap.ts";

export const COMMANDS = {
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
  respell,
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
} satisfies Readonly<Record<string, Command>>;
