/** An organization's dictionary: words for what its members do through it, changed by lists of desired states. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTransaction } from "../../store/db.ts";
import {
  type OrganizationDictionary,
  organizationDictionaryOf,
  setOrganizationDictionary,
} from "../../store/organizations/dictionaries.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";

export const DICTIONARY_OPERATIONS = ["dictionary_add", "dictionary_remove"] as const;

export interface DictionaryOperation {
  type: (typeof DICTIONARY_OPERATIONS)[number];
  /** Within its limits already. */
  word: string;
}

export interface DictionaryUpdate {
  operations: readonly DictionaryOperation[];
  expectedRevision: number | null;
  /** Computes everything and stores nothing. */
  dryRun: boolean;
}

export interface UpdatedDictionary {
  dictionary: OrganizationDictionary;
  /** Of each operation, whether it changed anything. */
  applied: readonly boolean[];
}

/** @throws TiroError `transcript_customizations_conflict`; `invalid_request` if there would be too many words. */
export function updateOrganizationDictionary(
  deps: ChangeDeps,
  organizationId: string,
  { operations, expectedRevision, dryRun }: DictionaryUpdate,
): UpdatedDictionary {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    const stored = organizationDictionaryOf(db, organizationId);
    if (expectedRevision !== null && expectedRevision !== stored.revision)
      throw new TiroError(
        "transcript_customizations_conflict",
        `The dictionary is at revision ${stored.revision}, not ${expectedRevision}. Read it again before you change it.`,
      );
    const words = new Set(stored.words);
    const applied = operations.map((operation) => apply(words, operation));
    assertRoom(words, operations);
    const before = new Set(stored.words);
    // A list may undo what it did: then nothing changed.
    if (Bun.deepEquals([...before], [...words])) return { dictionary: stored, applied };
    const dictionary = { revision: stored.revision + 1, updatedAt: clock.now(), words: [...words] };
    if (!dryRun) {
      setOrganizationDictionary(db, organizationId, dictionary);
      const [added, removed] = [words.difference(before).size, before.difference(words).size];
      recordAudit(deps, "organization.dictionary_changed", organizationId, {
        added,
        removed,
        words: words.size,
      });
    }
    return { dictionary, applied };
  });
}

function apply(words: Set<string>, { type, word }: DictionaryOperation): boolean {
  if (type === "dictionary_remove") return words.delete(word);
  const known = words.has(word);
  words.add(word);
  return !known;
}

function assertRoom(words: ReadonlySet<string>, operations: readonly DictionaryOperation[]): void {
  const last = operations.findLastIndex(({ type }) => type === "dictionary_add");
  if (words.size <= limits.dictionaryWords || last < 0) return;
  const message = `This would make ${words.size} words; at most ${limits.dictionaryWords} are allowed.`;
  throw new TiroError("invalid_request", message, { param: `operations.${last}` });
}
