import { type Db, perDatabase } from "../db.ts";

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

const statements = perDatabase((db) => ({
  of: db.prepare<[string], Row>(
    `SELECT revision, updated_at AS updatedAt, dictionary, replacements, custom_instructions AS customInstructions, dismissed
     FROM customizations WHERE user_id = ?`,
  ),
  revisionOf: db.prepare<[string], Pick<Row, "revision">>(
    "SELECT revision FROM customizations WHERE user_id = ?",
  ),
  dictionaryOf: db.prepare<[string], Pick<Row, "dictionary">>(
    "SELECT dictionary FROM customizations WHERE user_id = ?",
  ),
  upsert: db.prepare<[Omit<Row, "updatedAt"> & { userId: string; updatedAt: number | null }]>(
    `INSERT OR REPLACE INTO customizations
       (user_id, revision, updated_at, dictionary, replacements, custom_instructions, dismissed)
     VALUES (@userId, @revision, @updatedAt, @dictionary, @replacements, @customInstructions, @dismissed)`,
  ),
}));

/** Which of their states a person's customizations are in; what they hold may be long. */
export function customizationsRevisionOf(db: Db, userId: string): number {
  return statements(db).revisionOf.get(userId)?.revision ?? NONE.revision;
}

/** The oldest word first. */
export function dictionaryOf(db: Db, userId: string): string[] {
  const row = statements(db).dictionaryOf.get(userId);
  return row ? (JSON.parse(row.dictionary) as string[]) : [];
}

export function customizationsOf(db: Db, userId: string): Customizations {
  const row = statements(db).of.get(userId);
  if (!row) return NONE;
  const pairs = JSON.parse(row.replacements) as [string, string][];
  return {
    ...row,
    dictionary: JSON.parse(row.dictionary) as string[],
    replacements: pairs.map(([from, to]) => ({ from, to })),
    dismissed: JSON.parse(row.dismissed) as string[],
  };
}

export function setCustomizations(db: Db, userId: string, customizations: Customizations): void {
  const { dictionary, replacements, dismissed } = customizations;
  statements(db).upsert.run({
    ...customizations,
    userId,
    dictionary: JSON.stringify(dictionary),
    replacements: JSON.stringify(replacements.map(({ from, to }) => [from, to])),
    dismissed: JSON.stringify(dismissed),
  });
}
