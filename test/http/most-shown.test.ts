/** Lists that show so many and no more, however many there are. */
import { expect, test } from "bun:test";
import { recordAudit } from "../../src/accounts/audit/audit-log.ts";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import { contentViews } from "../../src/accounts/policies/content-views.ts";
import { limits } from "../../src/config/limits.ts";
import { limitedAccounts } from "../../src/metering/limits.ts";
import { listFolders } from "../../src/recordings/library/folders.ts";
import { peopleBeside } from "../../src/recordings/library/shares.ts";
import { speakerNames } from "../../src/recordings/transcript/speaker-names.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import { inTransaction } from "../../src/store/db.ts";
import { setAccountLimit } from "../../src/store/metering/account-limits.ts";
import { testAccounts } from "../support/accounts.ts";
import { addRecording } from "../support/recordings.ts";

type Site = ReturnType<typeof testAccounts>;

/** Prepares one person of an organization; returns what adds the one of this number, and what is shown. */
const LISTS: Record<
  string,
  [
    most: number,
    prepared: (site: Site) => { add: (number: number) => unknown; shown: () => readonly unknown[] },
  ]
> = {
  "reads of a person's content": [
    limits.contentViewsShown,
    ({ db, deps, organization, person }) => {
      const { id } = person("ada");
      const viewed = { organization: organization("Acme", person("bob")).id, thing: "dictation", id: null };
      return {
        add: () => recordAudit(deps, "content.viewed", id, viewed),
        shown: () => contentViews(db, id),
      };
    },
  ],
  "tags of recordings": [
    limits.tagsTold,
    ({ db, deps, person }) => {
      const { id } = person("ada");
      return {
        add: (number) => addRecording(db, id, { tags: [`tag ${number}`] }),
        shown: () => listFolders(deps, principalOf(id)).tags,
      };
    },
  ],
  "names of speakers": [
    limits.speakerNamesTold,
    ({ db, person }) => {
      const { id } = person("ada");
      return {
        add: (number) => addRecording(db, id, { speakers: { spk_0: `Speaker ${number}` } }),
        shown: () => speakerNames(db, principalOf(id), "spe"),
      };
    },
  ],
  "people with whom to share": [
    limits.recordingSharesTold,
    ({ db, organization, person }) => {
      const ada = person("ada");
      const { id: organizationId } = organization("Acme", ada);
      const join = db.prepare(
        "INSERT INTO members (organization_id, user_id, role, joined_at) VALUES (?, ?, 'member', 0)",
      );
      return {
        add: (number) => {
          const { id } = person(`p${number}`);
          join.run(organizationId, id);
          upsertPassword(db, id, "$argon2id$none", 0);
        },
        shown: () => peopleBeside(db, principalOf(ada.id), "").data,
      };
    },
  ],
  "accounts with limits of their own": [
    limits.limitedAccountsListed,
    ({ db }) => ({
      add: (number) => {
        for (const name of ["stored_jobs", "concurrent_audio"])
          setAccountLimit(db, `group:${number}`, { name, value: 1 });
      },
      shown: () => limitedAccounts(db),
    }),
  ],
};

function principalOf(id: string): Principal {
  const credential = { id: "key_0", method: "api_key", scopes: ["read", "write"] } as const;
  return { accountId: id, userId: id, credential };
}

test.each(Object.entries(LISTS))("%s", (_, [most, prepared]) => {
  using site = testAccounts();
  const shown = inTransaction(site.db, () => {
    const list = prepared(site);
    for (let number = 0; number < most - 1; number += 1) list.add(number);
    return [most - 1, most, most + 1].map((number) => {
      const { length } = list.shown();
      list.add(number);
      return length;
    });
  });
  expect(shown).toEqual([most - 1, most, most]);
});
