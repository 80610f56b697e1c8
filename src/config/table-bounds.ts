import type { TableBounds } from "../lib/read-csv.ts";
import { limits } from "./limits.ts";

/** Of any table that has at most so many rows. */
export function tableOf(rows: number): TableBounds {
  const { tableFaults, tableColumns, tableLineBytes, tableTurnMs } = limits;
  return {
    ...{ rows, faults: tableFaults, columns: tableColumns },
    ...{ lineBytes: tableLineBytes, turnMs: tableTurnMs },
  };
}
