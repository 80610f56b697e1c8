/** Lists that people add to piece by piece end somewhere: there are as many as there may be, and no more. */
import { expect, test } from "bun:test";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { proposeWord } from "../../src/accounts/organizations/dictionary-proposals.ts";
import { limits } from "../../src/config/limits.ts";
import { addHook, ORGANIZATION_EVENTS } from "../../src/delivery/webhooks/hooks.ts";
import { newId } from "../../src/lib/ids.ts";
import { addFolder } from "../../src/recordings/library/folders.ts";
import { putShare } from "../../src/recordings/library/shares.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { inTransaction } from "../../src/store/db.ts";
import { insertProposal } from "../../src/store/organizations/dictionary-proposals.ts";
import { testAccounts } from "../support/accounts.ts";
import { addRecording } from "../support/recordings.ts";

type Site = ReturnType<typeof testAccounts>;

/** Prepares one person of an organization; returns what adds the one of this number, and how many there are already. */
const LISTS: Record<
  string,
  [most: number, prepared: (site: Site) => { add: (number: number) => unknown; there?: number }]
> = {
  "webhooks of an organization": [
    limits.webhooksPerOrganization,
    ({ deps, organization, person }) => {
      const { id } = organization("Acme", person("ada"));
      const rules = {
        webhooks: { ...deps.config.webhooks, allow: ["hooks.example.com"] },
        server: deps.config.server,
      };
      const hook = { organizationId: id, events: ORGANIZATION_EVENTS.slice(0, 1), withResult: false };
      return {
        add: (number) => addHook(deps, rules, { ...hook, url: `https://hooks.example.com/${number}` }),
      };
    },
  ],
  "tokens for a directory": [
    limits.scimTokens,
    ({ deps }) => ({ add: (number) => createScimToken(deps, { name: `token ${number}` }) }),
  ],
  "folders of recordings": [
    limits.recordingFolders,
    ({ deps, person }) => {
      const principal = principalOf(person("ada").id);
      return { add: (number) => addFolder(deps, principal, `folder ${number}`) };
    },
  ],
  "words proposed to an organization": [
    limits.dictionaryProposals,
    ({ db, deps, organization, person }) => {
      const [ada, bob] = [person("ada"), person("bob")];
      const { id: organizationId } = organization("Acme", ada);
      const there = limits.dictionaryProposals - 1;
      for (let number = 0; number < there; number += 1)
        insertProposal(db, {
          ...{ id: newId("prop"), organizationId, userId: bob.id },
          ...{ word: `other ${number}`, heard: null, createdAt: 0 },
        });
      const place = { organizationId, userId: ada.id };
      return { there, add: (number) => proposeWord(deps, place, { word: `word ${number}`, heard: null }) };
    },
  ],
  "people who share a recording": [
    limits.recordingShares,
    ({ db, deps, organization, person }) => {
      const ada = person("ada");
      const { id: organizationId } = organization("Acme", ada);
      const join = db.prepare(
        "INSERT INTO members (organization_id, user_id, role, joined_at) VALUES (?, ?, 'member', 0)",
      );
      const principal = principalOf(ada.id);
      const recording = addRecording(db, ada.id);
      return {
        add: (number) => {
          const { id: userId } = person(`p${number}`);
          join.run(organizationId, userId);
          upsertPassword(db, userId, "$argon2id$none", 0);
          putShare(deps, principal, { recording }, { userId, role: "viewer" });
        },
      };
    },
  ],
};

function principalOf(id: string): Principal {
  const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
  return { accountId: id, userId: id, credential };
}

test.each(Object.entries(LISTS))("%s", (_, [most, prepared]) => {
  using site = testAccounts();
  inTransaction(site.db, () => {
    const { add, there = 0 } = prepared(site);
    for (let number = there; number < most; number += 1) add(number);
    expect(() => add(most)).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});
