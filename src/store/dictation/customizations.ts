import type { Db } from "../db.ts";
import { change, count, row, value } from "../statements.ts";

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
  dictionary: string;
  replacements: string;
  customInstructions: string;
  dismissed: string;
}

const NONE: Customizations = {
  revision: 0,
  updatedAt: null,
  dictionary: [],
  replacements: [],
  customInstructions: "",
  dismissed: [],
};

const stored = row<[userId: string], Row>(
  `SELECT revision, updated_at AS updatedAt, dictionary, replacements, custom_instructions AS customInstructions, dismissed
   FROM customizations WHERE user_id = ?`,
);
const storedDictionary = value<[userId: string], string>(
  "SELECT dictionary FROM customizations WHERE user_id = ?",
);

/** Which of their states a person's customizations are in, 0 before the first; what they hold may be long. */
export const customizationsRevisionOf = count<[userId: string]>(
  "SELECT revision FROM customizations WHERE user_id = ?",
);

/** The oldest word first. */
export function dictionaryOf(db: Db, userId: string): string[] {
  return JSON.parse(storedDictionary(db, userId) ?? "[]") as string[];
}

export function customizationsOf(db: Db, userId: string): Customizations {
  const found = stored(db, userId);
  if (found === null) return NONE;
  const pairs = JSON.parse(found.replacements) as [string, string][];
  return {
    ...found,
    dictionary: JSON.parse(found.dictionary) as string[],
    replacements: pairs.map(([from, to]) => ({ from, to })),
    dismissed: JSON.parse(found.dismissed) as string[],
  };
}

export const setCustomizations = change<[userId: string, customizations: Customizations]>(
  `INSERT OR REPLACE INTO customizations
     (user_id, revision, updated_at, dictionary, replacements, custom_instructions, dismissed)
   VALUES (@userId, @revision, @updatedAt, @dictionary, @replacements, @customInstructions, @dismissed)`,
  (userId, { dictionary, replacements, dismissed, ...customizations }) => ({
    ...customizations,
    userId,
    dictionary: JSON.stringify(dictionary),
    replacements: JSON.stringify(replacements.map(({ from, to }) => [from, to])),
    dismissed: JSON.stringify(dismissed),
  }),
);
