/** Shared by the parts of the page: the tables that a person keeps, and changes of them. */
import type { Schemas } from "../../client/api.ts";

/** The tables with CSV import and export. */
export const TABLES = ["dictionary", "replacements"] as const;
export type TableName = (typeof TABLES)[number];

export type Operation = Schemas["CustomizationOperation"];
/** Applies a list and draws what came of it. */
export type ApplyOperations = (...operations: Operation[]) => Promise<void>;

export interface TableProps {
  onChange: ApplyOperations;
  /** @param back takes it back. */
  onRemove: (what: string, operation: Operation, back: Operation) => unknown;
}
