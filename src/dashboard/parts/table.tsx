/** Tables: cells fold below each other on phones, and their heads go with them. */
import type { ComponentChildren } from "preact";
import { Button, type ButtonProps } from "./button.tsx";

interface Column<Row> {
  head: string;
  /** Numbers stand at the end; acts too, without a head that is seen. Short texts, such as times, stay on one line. */
  kind?: "text" | "short" | "number" | "acts";
  cell: (row: Row) => ComponentChildren;
}

/** Each as it stands; what is false, or nothing, is no column. */
export type Columns<Row> = readonly (Column<Row> | false | null | undefined)[];

/** A button in each row; false: none in this one. */
export function actColumn<Row>(head: string, actOf: (row: Row) => ButtonProps | false): Column<Row> {
  const cell = (row: Row) => {
    const act = actOf(row);
    return act && <Button {...act} />;
  };
  return { head, kind: "acts", cell };
}

/** Rows can be chosen by a box before them. */
export interface Ticks<Row> {
  /** Of the column, for readers. */
  head: string;
  label: (row: Row) => string;
  has: (row: Row) => boolean;
  set: (row: Row, isTicked: boolean) => void;
}

export interface TableProps<Row> {
  /** Says what the table is of. */
  caption: string;
  columns: Columns<Row>;
  rows: readonly Row[];
  /** Distinguishes rows; by default by their ids. */
  keyOf?: (row: Row) => string;
  /** With more room in its rows. */
  airy?: boolean;
  ticks?: Ticks<Row> | undefined;
  /** Stands in its place while there are no rows. */
  none?: string;
}

export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf = idOf,
  airy = false,
  ticks,
  none,
}: TableProps<Row>) {
  if (none !== undefined && rows.length === 0) return <p class="second">{none}</p>;
  const shown = columns.filter((column) => !!column);
  return (
    <div class="table-frame">
      <table class={`table folds${airy ? "" : " dense"}${ticks ? " ticks" : ""}`}>
        <caption class="for-readers">{caption}</caption>
        <thead>
          <tr>
            {ticks && (
              <th scope="col">
                <span class="for-readers">{ticks.head}</span>
              </th>
            )}
            {shown.map(({ head, kind = "text" }, index) => (
              <th key={index} scope="col" class={classOf(kind)}>
                {kind === "acts" ? <span class="for-readers">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {ticks && (
                <td>
                  <input
                    class="tick"
                    type="checkbox"
                    aria-label={ticks.label(row)}
                    checked={ticks.has(row)}
                    onChange={({ currentTarget }) => ticks.set(row, currentTarget.checked)}
                  />
                </td>
              )}
              {shown.map(({ head, kind = "text", cell }, index) => (
                <td
                  key={index}
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

function idOf(row: unknown): string {
  return (row as { id: string }).id;
}

function classOf(kind: NonNullable<Column<never>["kind"]>): string {
  return { text: "", short: "nowrap", number: "number", acts: "end" }[kind];
}
