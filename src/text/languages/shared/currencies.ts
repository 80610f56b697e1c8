/** Currencies with their symbols; languages add what they call them and their hundredths. */
import type { Currency } from "./quantities.ts";

/** Symbol → names and names of the hundredth, alternatives apart by `/`. */
export type Currencies = Readonly<Record<string, readonly [names: string, cents: string]>>;

export function currencies(table: Currencies, layout: (symbol: string) => Currency["layout"]): Currency[] {
  return Object.entries(table).map(([symbol, [names, cents]]) => ({
    symbol,
    names,
    cents,
    layout: layout(symbol) ?? "after",
  }));
}
