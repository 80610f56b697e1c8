/** The dictionaries of one dictation: the person's own, and that of the organization through which it is made. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { isId } from "../../lib/ids.ts";
import type { Db } from "../../store/db.ts";
import {
  customizationsOf,
  customizationsRevisionOf,
  dictionaryOf,
} from "../../store/dictation/customizations.ts";
import {
  organizationDictionaryOf,
  organizationDictionaryRevision,
} from "../../store/organizations/dictionaries.ts";
import type { PersonalRules } from "../../text/finish.ts";

type Speaker = Pick<Principal, "accountId"> & { userId: string };

/** Of both, the newest first, and the person's before the organization's: people miss the words that they added last. */
export function recognizerWords(db: Db, { accountId, userId }: Speaker, most: number): string[] {
  const shared = sharedWords(db, accountId);
  const words = [...dictionaryOf(db, userId).toReversed(), ...shared.toReversed()];
  return [...new Set(words)].slice(0, most);
}

/** The person's rules, with the words of the organization; named by the state that both are in. */
export function rulesOf(db: Db, { accountId, userId }: Speaker): { key: string; read: () => PersonalRules } {
  const organization = isId("org", accountId) ? organizationDictionaryRevision(db, accountId) : 0;
  const through = organization === 0 ? "" : ` ${accountId} ${organization}`;
  return {
    key: `${userId} ${customizationsRevisionOf(db, userId)}${through}`,
    read: () => ({
      ...customizationsOf(db, userId),
      sharedDictionary: sharedWords(db, accountId),
    }),
  };
}

function sharedWords(db: Db, accountId: string): readonly string[] {
  return isId("org", accountId) ? organizationDictionaryOf(db, accountId).words : [];
}
