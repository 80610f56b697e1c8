import type { Db } from "../db.ts";
import { change, count, row } from "../statements.ts";

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

const stored = row<[organizationId: string], Row>(
  "SELECT revision, updated_at AS updatedAt, words FROM organization_dictionaries WHERE organization_id = ?",
);

export function organizationDictionaryOf(db: Db, organizationId: string): OrganizationDictionary {
  const found = stored(db, organizationId);
  return found ? { ...found, words: JSON.parse(found.words) as string[] } : NONE;
}

/** Which of its states it is in, 0 before the first; what it holds may be long. */
export const organizationDictionaryRevision = count<[organizationId: string]>(
  "SELECT revision FROM organization_dictionaries WHERE organization_id = ?",
);

export const setOrganizationDictionary = change<[organizationId: string, dictionary: OrganizationDictionary]>(
  `INSERT OR REPLACE INTO organization_dictionaries (organization_id, revision, updated_at, words)
   VALUES (@organizationId, @revision, @updatedAt, @words)`,
  (organizationId, dictionary) => ({
    ...dictionary,
    organizationId,
    words: JSON.stringify(dictionary.words),
  }),
);
