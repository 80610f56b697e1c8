import { change, row } from "../statements.ts";

/** The newest examination of this database, page by page. */
export interface LastExamination {
  /** Milliseconds since the epoch, UTC. */
  at: number;
  faults: number;
}

/** Null if there was none. */
export const lastExamination = row<[], LastExamination>("SELECT at, faults FROM last_examination");

export const setLastExamination = change<[examination: LastExamination]>(
  "INSERT OR REPLACE INTO last_examination (id, at, faults) VALUES (1, @at, @faults)",
);
