/** The groups that somebody is in, also by groups of groups. */
import { limits } from "../../../config/limits.ts";
import type { Config } from "../../../config/schema.ts";
import { type DirectoryConnection, type DirectoryEntry, DirectoryFailed } from "./connection.ts";
import { escaped } from "./filters.ts";
import { textsOf } from "./person.ts";

/** Active Directory goes up through all groups by itself (MS-ADTS §3.1.1.3.4.4.2). */
const IN_CHAIN = "1.2.840.113556.1.4.1941";

export interface GroupSettings {
  groups: Config["ldap"]["groups"];
  base: string;
}

/**
 * Each by its common name and by its whole name, so that settings may use either; null if none are looked for.
 * @throws DirectoryFailed, also if there are too many.
 */
export async function groupsOf(
  connection: DirectoryConnection,
  { groups: way, base }: GroupSettings,
  person: DirectoryEntry,
): Promise<string[] | null> {
  if (way === "off") return null;
  const found = new Map<string, DirectoryEntry>();
  const add = async (filter: string) => {
    const entries = await connection.search({
      base,
      scope: "sub",
      filter,
      attributes: ["cn"],
      paged: { pageSize: limits.directoryPageEntries },
    });
    const fresh = entries.filter(({ dn }) => !found.has(dn.toLowerCase()));
    for (const entry of fresh) found.set(entry.dn.toLowerCase(), entry);
    if (found.size > limits.directoryGroups)
      throw new DirectoryFailed("too_large", `somebody is in more than ${limits.directoryGroups} groups`);
    return fresh;
  };
  if (way === "active_directory") await add(`(member:${IN_CHAIN}:=${escaped(person.dn)})`);
  else {
    let newest = await add(`(|${membersOf(person)})`);
    for (let depth = 1; way === "nested" && depth < limits.directoryGroupDepth && newest.length > 0; depth++)
      newest = await parentsOf(newest, add);
  }
  return [...found.values()].flatMap((group) => [...textsOf(group, "cn"), group.dn]);
}

async function parentsOf(
  groups: readonly DirectoryEntry[],
  add: (filter: string) => Promise<DirectoryEntry[]>,
): Promise<DirectoryEntry[]> {
  const parents: DirectoryEntry[] = [];
  for (let start = 0; start < groups.length; start += limits.directoryGroupsAtOnce) {
    const some = groups.slice(start, start + limits.directoryGroupsAtOnce);
    parents.push(...(await add(`(|${some.map(byWholeName).join("")})`)));
  }
  return parents;
}

/** A group of Unix accounts (RFC 2307) names its members by `uid` alone. */
function membersOf(person: DirectoryEntry): string {
  const byUid = textsOf(person, "uid").map((uid) => `(memberUid=${escaped(uid)})`);
  return byWholeName(person) + byUid.join("");
}

function byWholeName({ dn }: DirectoryEntry): string {
  return `(member=${escaped(dn)})(uniqueMember=${escaped(dn)})`;
}
