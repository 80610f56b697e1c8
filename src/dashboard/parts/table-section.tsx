import type { ComponentChildren } from "preact";
import type { Resource } from "../state/resource.ts";
import { Loaded, Section } from "./page.tsx";
import { Table, type TableProps } from "./table.tsx";

interface TableSectionProps<Row> extends Omit<TableProps<Row>, "caption" | "rows" | "airy"> {
  title: string;
  beside?: ComponentChildren;
  /** Those of an answer are shown once it is there. */
  rows: readonly Row[] | Resource<{ data: readonly Row[] }>;
  /** Above the table. */
  children?: ComponentChildren;
}

/** A part of a page that is a table. */
export function TableSection<Row>({ title, beside, rows, children, ...table }: TableSectionProps<Row>) {
  const tableOf = (shown: readonly Row[]) => <Table {...table} caption={title} rows={shown} />;
  return (
    <Section title={title} beside={beside}>
      {children}
      {"reload" in rows ? <Loaded of={rows}>{({ data }) => tableOf(data)}</Loaded> : tableOf(rows)}
    </Section>
  );
}
