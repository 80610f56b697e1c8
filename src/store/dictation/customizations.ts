import type { Db } from "../db.ts";
import { change, count, row, values } from "../statements.ts";

export interface Replacement {
  from: string;
  to: string;
}

/** A person's dictionary, replacements and instructions. Times are milliseconds since the epoch. */
export interface Customizations {
  /** How often they were changed. */
  revision: number;
  /** Null before the first change. */
  updatedAt: number | null;
  dictionary: readonly string[];
  replacements: readonly Replacement[];
  customInstructions: string;
  /** Digests of corrections that are not offered any more, the oldest first. */
  dismissed: readonly string[];
}

interface Row {
  revision: number;
  updatedAt: number;
  customInstructions: string;
  dismissed: string;
}

type List = "dictionary" | "replacements";

/** In each row but the last: those in the database already are cut so. */
const ROW_ENTRIES = 100;

const NONE: Customizations = {
  revision: 0,
  updatedAt: null,
  dictionary: [],
  replacements: [],
  customInstructions: "",
  dismissed: [],
};

const stored = row<[userId: string], Row>(
  `SELECT revision, updated_at AS updatedAt, custom_instructions AS customInstructions, dismissed
   FROM customizations WHERE user_id = ?`,
);
const entriesOf = values<[userId: string, list: List], string>(
  "SELECT entries FROM customization_lists WHERE user_id = +? AND list = +? ORDER BY number",
);
const setEntries = change<[userId: string, list: List, number: number, entries: string]>(
  "INSERT OR REPLACE INTO customization_lists (user_id, list, number, entries) VALUES (?, ?, ?, ?)",
);
const endList = change<[userId: string, list: List, number: number]>(
  "DELETE FROM customization_lists WHERE user_id = ? AND list = ? AND number >= ?",
);
// Lists name the row: it is never replaced.
const setRow = change<[userId: string, customizations: Customizations]>(
  `INSERT INTO customizations (user_id, revision, updated_at, custom_instructions, dismissed)
   VALUES (@userId, @revision, @updatedAt, @customInstructions, @dismissed)
   ON CONFLICT DO UPDATE SET revision = @revision, updated_at = @updatedAt, custom_instructions = @customInstructions,
     dismissed = @dismissed`,
  (userId, { dismissed, ...customizations }) => ({
    ...customizations,
    userId,
    dismissed: JSON.stringify(dismissed),
  }),
);

/** Which of their states a person's customizations are in, 0 before the first; what they hold may be long. */
export const customizationsRevisionOf = count<[userId: string]>(
  "SELECT revision FROM customizations WHERE user_id = ?",
);

/** The oldest word first. */
export function dictionaryOf(db: Db, userId: string): string[] {
  return listOf<string>(db, userId, "dictionary");
}

export function customizationsOf(db: Db, userId: string): Customizations {
  const found = stored(db, userId);
  if (found === null) return NONE;
  return {
    ...found,
    dictionary: dictionaryOf(db, userId),
    replacements: listOf<[string, string]>(db, userId, "replacements").map(([from, to]) => ({ from, to })),
    dismissed: JSON.parse(found.dismissed) as string[],
  };
}

function listOf<Entry>(db: Db, userId: string, list: List): Entry[] {
  return entriesOf(db, userId, list).flatMap((entries) => JSON.parse(entries) as Entry[]);
}

/** Must run in a transaction. @param before what is stored: only what differs from it is written. */
export function setCustomizations(db: Db, userId: string, next: Customizations, before = NONE): void {
  setRow(db, userId, next);
  const pairs = ({ replacements }: Customizations) => replacements.map(({ from, to }) => [from, to] as const);
  setList(db, [userId, "dictionary"], next.dictionary, before.dictionary);
  setList(db, [userId, "replacements"], pairs(next), pairs(before));
}

function setList<Entry>(
  db: Db,
  [userId, list]: [userId: string, list: List],
  next: readonly Entry[],
  before: readonly Entry[],
): void {
  const rows = Math.ceil(next.length / ROW_ENTRIES);
  for (let number = 0; number < rows; number += 1) {
    const entries = rowOf(next, number);
    if (!Bun.deepEquals(entries, rowOf(before, number)))
      setEntries(db, userId, list, number, JSON.stringify(entries));
  }
  endList(db, userId, list, rows);
}

function rowOf<Entry>(list: readonly Entry[], number: number): Entry[] {
  return list.slice(number * ROW_ENTRIES, (number + 1) * ROW_ENTRIES);
}
