/** Set-up links for everybody who cannot log in yet, a few at a time. */
import { setImmediate } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { transact } from "../../store/database/write-lock.ts";
import { setupLinkOf } from "../../store/onboarding/setup-links.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { findPeople, type ListedPerson, type PeopleFilter } from "../../store/people/people-list.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { type LinkPlace, makeLinkFor, type SetupLink } from "./administration.ts";

export interface WaitingLinks {
  links: { user: ListedPerson; link: SetupLink }[];
  hasMore: boolean;
}

/**
 * Not for administrators, nor for people who have an open link, nor for those whose second step this administrator reset.
 * @param organizationId null: of everybody.
 * @throws TiroError `organization_not_found`.
 */
export async function makeWaitingLinks(
  deps: ChangeDeps,
  place: LinkPlace,
  organizationId: string | null,
): Promise<WaitingLinks> {
  if (organizationId !== null && organizationById(deps.db, organizationId) === null)
    throw new TiroError("organization_not_found", "There is no organization with this id.", {
      param: "organization_id",
    });
  const links: WaitingLinks["links"] = [];
  for (let after = ""; ; ) {
    const people = await waitingPeople(deps, organizationId, after);
    const last = people.at(-1);
    if (last === undefined) return { links, hasMore: false };
    const made = await transact(deps.db, () => people.flatMap((user) => linkOf(deps, place, user)));
    links.push(...made);
    if (links.length >= limits.setupLinksAtOnce)
      return { links, hasMore: (await waitingPeople(deps, organizationId, last.email)).length > 0 };
    after = last.email;
    await setImmediate();
  }
}

function waitingPeople(
  { db }: ChangeDeps,
  organizationId: string | null,
  after: string,
): Promise<ListedPerson[]> {
  const filter: PeopleFilter = {
    ...{ query: null, plan: null, serverRole: null, passwordAlone: false },
    ...{ organizationId, state: "waiting" },
  };
  const place = { after, limit: limits.setupLinksInTransaction };
  return inTurns(findPeople(db, filter, place), limits.searchTurnMs, limits.searchRestMs);
}

function linkOf(deps: ChangeDeps, place: LinkPlace, user: ListedPerson): WaitingLinks["links"] {
  const open = setupLinkOf(deps.db, user.id);
  if (user.administrator || (open !== null && open.expiresAt > deps.clock.now())) return [];
  try {
    return [{ user, link: makeLinkFor(deps, place, user.id) }];
  } catch (error) {
    if (error instanceof TiroError && error.code === "invalid_request") return [];
    throw error;
  }
}
