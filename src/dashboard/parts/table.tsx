/** Tables: cells fold below each other on phones, and their heads go with them. */
import type { ComponentChildren } from "preact";

export interface Column<Row> {
  /** Names the column to the program. */
  key: string;
  head: string;
  /** Numbers stand at the end; acts too, without a head that is seen. */
  kind?: "text" | "number" | "acts";
  cell: (row: Row) => ComponentChildren;
}

export interface TableProps<Row> {
  /** Says what the table is of. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  dense?: boolean;
}

export function Table<Row>({ caption, columns, rows, keyOf, dense = false }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class={dense ? "table folds dense" : "table folds"}>
        <caption class="for-readers">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, kind = "text" }) => (
              <th key={key} scope="col" class={classOf(kind)}>
                {kind === "acts" ? <span class="for-readers">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, head, kind = "text", cell }, index) => (
                <td
                  key={key}
                  class={index === 0 ? "head-cell" : classOf(kind)}
                  {...(index > 0 && kind !== "acts" && { "data-label": head })}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf(kind: NonNullable<Column<never>["kind"]>): string {
  return { text: "", number: "number", acts: "end" }[kind];
}
