import { change, changes, exists } from "../statements.ts";

export const beginFirstRun = change<[nowMs: number]>("INSERT INTO first_run (id, began_at) VALUES (1, ?)");

/** Never on an installation that is older than the guide. */
export const isFirstRunOpen = exists<[]>("SELECT 1 FROM first_run WHERE ended_at IS NULL");

/** @returns whether it was open. */
export const endFirstRun = changes<[nowMs: number]>(
  "UPDATE first_run SET ended_at = ? WHERE ended_at IS NULL",
);
