/** Grants of one app belong together: people let it in on several computers, or more than once. */
import type { Schemas } from "../../client/api.ts";
import { apps } from "../../messages/apps.ts";

type Grant = Schemas["Grant"];
export type GrantGroup = readonly [Grant, ...Grant[]];

/** By the name that an app gives itself and the place that answers for it; the newest first, of groups and within them. */
export function groupGrants(grants: readonly Grant[]): GrantGroup[] {
  const newestFirst = [...grants].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const groups = new Map<string, [Grant, ...Grant[]]>();
  for (const grant of newestFirst) {
    const key = JSON.stringify([grant.client_name, grant.place]);
    const group = groups.get(key);
    if (group) group.push(grant);
    else groups.set(key, [grant]);
  }
  return [...groups.values()];
}

/** Quoted, so that it cannot be read as a part of the page's own sentence. */
export function nameOfApp({ client_name: name }: Grant): string {
  return name ? `“${name}”` : apps.nameless;
}
