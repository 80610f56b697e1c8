import type { Db } from "../db.ts";
import { values } from "../statements.ts";
import { type Viewer, viewerNumbers } from "./owners.ts";

const names = values<[{ owner: number; rows: number; limit: number }], string>(
  `SELECT value FROM (
       SELECT number, speakers FROM recordings WHERE owner = @owner AND erased = 0 ORDER BY number DESC LIMIT @rows) AS newest,
       json_each(newest.speakers) AS named
     WHERE named.type = 'text' GROUP BY value ORDER BY max(number) DESC, value LIMIT @limit`,
);

/** Names of speakers in their newest `rows` recordings, the last used first. */
export function usedSpeakerNames(
  db: Db,
  viewer: Viewer,
  { rows, limit }: { rows: number; limit: number },
): string[] {
  return names(db, { owner: viewerNumbers(db, viewer).owner, rows, limit });
}
