import { type Db, perDatabase } from "../db.ts";
import { change } from "../statements.ts";

/** An organization's dictionary. Times are milliseconds since the epoch. */
export interface OrganizationDictionary {
  /** How often it was changed. */
  revision: number;
  /** Null before the first change. */
  updatedAt: number | null;
  /** The oldest first. */
  words: readonly string[];
}

interface Row {
  revision: number;
  updatedAt: number;
  words: string;
}

const NONE: OrganizationDictionary = { revision: 0, updatedAt: null, words: [] };

const statements = perDatabase((db) => ({
  of: db.prepare<[string], Row>(
    "SELECT revision, updated_at AS updatedAt, words FROM organization_dictionaries WHERE organization_id = ?",
  ),
  revisionOf: db
    .prepare<[string], number>("SELECT revision FROM organization_dictionaries WHERE organization_id = ?")
    .pluck(),
}));

export function organizationDictionaryOf(db: Db, organizationId: string): OrganizationDictionary {
  const row = statements(db).of.get(organizationId);
  return row ? { ...row, words: JSON.parse(row.words) as string[] } : NONE;
}

/** Which of its states it is in; what it holds may be long. */
export function organizationDictionaryRevision(db: Db, organizationId: string): number {
  return statements(db).revisionOf.get(organizationId) ?? NONE.revision;
}

export const setOrganizationDictionary = change<[organizationId: string, dictionary: OrganizationDictionary]>(
  `INSERT OR REPLACE INTO organization_dictionaries (organization_id, revision, updated_at, words)
   VALUES (@organizationId, @revision, @updatedAt, @words)`,
  (organizationId, dictionary) => ({
    ...dictionary,
    organizationId,
    words: JSON.stringify(dictionary.words),
  }),
);
