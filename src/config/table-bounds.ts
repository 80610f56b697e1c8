import type { TableBounds } from "../lib/read-csv.ts";
import { limits } from "./limits.ts";

/** Of any table that has at most so many rows. */
export function tableOf(rows: number): TableBounds {
  return {
    rows,
    faults: limits.tableFaults,
    columns: limits.tableColumns,
    lineBytes: limits.tableLineBytes,
    turnMs: limits.tableTurnMs,
  };
}
