/** Currencies with their symbols; languages add what they call them and their hundredths. */
import type { Currency } from "./quantities.ts";

type Named = readonly [names: string, cents: string];

/** @param table Symbol → names and names of the hundredth, alternatives apart by `/`. */
export function currencies(
  table: Readonly<Record<string, Named>>,
  layout: (symbol: string) => Currency["layout"],
): Currency[] {
  return Object.entries(table).map(([symbol, [names, cents]]) => ({
    symbol,
    names,
    cents,
    layout: layout(symbol) ?? "after",
  }));
}
