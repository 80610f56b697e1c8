/** What goes in and out as CSV. */
export const TABLES = ["dictionary", "replacements"] as const;
export type TableName = (typeof TABLES)[number];
