/** Who gets which events: an event is of topics, and a listener hears those of what its credential may read. */

import type { Principal } from "../../accounts/authentication/principal.ts";
import {
  organizationsOf,
  organizationsWhere,
  serverPermissionsOf,
} from "../../accounts/policies/permissions.ts";
import { historyBoundTo } from "../../accounts/policies/policy.ts";
import { isId } from "../../lib/ids.ts";
import type { Db } from "../../store/db.ts";
import { userById } from "../../store/people/users.ts";

export const topics = {
  jobs: (accountId: string) => `job ${accountId}`,
  /** Of the person's whole history. */
  dictations: (userId: string) => `dictation ${userId}`,
  /** Of that part which was made through an organization. */
  dictationsThrough: (organizationId: string, userId: string) => `dictation ${organizationId} ${userId}`,
  customizations: (userId: string) => `customizations ${userId}`,
  /** That an account sees. */
  recordings: (accountId: string) => `recording ${accountId}`,
  /** Of an organization. */
  templates: (organizationId: string) => `template ${organizationId}`,
  /** For an organization's dictionary. */
  proposals: (organizationId: string) => `proposal ${organizationId}`,
  keys: (accountId: string) => `key ${accountId}`,
  grants: (userId: string) => `grant ${userId}`,
  /** Tasks of administrators. */
  administration: () => "administration",
  /** The queue and the recognizers of the server. */
  recognition: () => "recognition",
} as const;

/** Keys, apps and proposals are sent to people in their browsers alone, who alone can list them. */
export function topicsOf(db: Db, principal: Principal): string[] {
  const { accountId, credential } = principal;
  const userId = principal.userId ?? "";
  const bound = historyBoundTo(db, principal);
  const content = [
    topics.jobs(accountId),
    bound === null ? topics.dictations(userId) : topics.dictationsThrough(bound, userId),
    topics.customizations(userId),
    topics.recordings(accountId),
    ...(isId("org", accountId) ? [accountId] : idsOfOrganizations(db, userId)).map(topics.templates),
  ];
  if (credential.method !== "browser_session" || isId("org", accountId)) return content;
  const keys = organizationsWhere(db, userId, "keys.read").map(({ id }) => topics.keys(id));
  const proposals = organizationsWhere(db, userId, "dictionary.change").map(({ id }) => topics.proposals(id));
  return [
    ...[...content, topics.keys(accountId), topics.grants(userId), ...keys, ...proposals],
    ...ofServer(db, userId),
  ];
}

function ofServer(db: Db, userId: string): string[] {
  const user = userById(db, userId);
  const permissions = user === null ? [] : serverPermissionsOf(user);
  return [
    ...(permissions.includes("tasks.read") ? [topics.administration()] : []),
    ...(permissions.includes("recognition.read") ? [topics.recognition()] : []),
  ];
}

function idsOfOrganizations(db: Db, userId: string): string[] {
  return organizationsOf(db, userId).map(({ organization }) => organization.id);
}
