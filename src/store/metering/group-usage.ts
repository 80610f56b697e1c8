import { remember } from "../database/remember.ts";
import { type Db, perDatabase } from "../db.ts";
import { change, count, values } from "../statements.ts";
import type { Days } from "./usage.ts";

/** Limits of groups are kept beside those of accounts, under this and the group's name. */
const PREFIX = "group:";
const AFTER_PREFIX = "group;";
const ORGANIZATIONS = "org_";
const AFTER_ORGANIZATIONS = "org`";

const limitedIds = values<[from: string, until: string], string>(
  "SELECT DISTINCT account_id FROM account_limits WHERE account_id >= ? AND account_id < ?",
);

export function groupAccountId(group: string): string {
  return PREFIX + group;
}

export function isGroupAccountId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** The ids of the organizations for which any limit is set. */
export function limitedOrganizations(db: Db): readonly string[] {
  return limited(db)("organizations");
}

/** The names of the groups for which any limit is set. */
export function limitedGroups(db: Db): readonly string[] {
  return limited(db)("groups");
}

const limited = perDatabase((db) =>
  remember(db, ["account_limits"], (which): string[] => {
    if (which === "organizations") return limitedIds(db, ORGANIZATIONS, AFTER_ORGANIZATIONS);
    return limitedIds(db, PREFIX, AFTER_PREFIX).map((id) => id.slice(PREFIX.length));
  }),
);

export const addGroupUsage = change<[group: string, day: string, audioSeconds: number]>(
  `INSERT INTO group_usage_days (group_name, day, audio_seconds) VALUES (@group, @day, @audioSeconds)
   ON CONFLICT DO UPDATE SET audio_seconds = audio_seconds + @audioSeconds`,
  (group, day, audioSeconds) => ({ group, day, audioSeconds }),
);

/** Seconds of audio of people in the group, since a limit was set for it. */
export const audioSecondsOfGroup = count<[group: string, days: Days]>(
  `SELECT coalesce(sum(audio_seconds), 0) FROM group_usage_days
     WHERE group_name = @group AND day >= @firstDay AND day <= @lastDay`,
  (group, days) => ({ group, ...days }),
);
