/** What Unicode CLDR knows of a language, as `bun run languages` writes it. */
export interface LanguageData {
  /** Sets of number spelling rules: `lo[-hi][/divisor] text` a line. */
  sets: Readonly<Record<string, string>>;
  /** Said for the decimal sign and for a minus. */
  points: readonly string[];
  minus: readonly string[];
  /** Words of a million and more. */
  scales: readonly string[];
  smallWords: Readonly<Record<string, number>>;
  decimal: string;
  group: string;
  /** Thousands, then hundreds of thousands: 12,34,567. */
  indian: boolean;
  /** Zero to nine in the script of the language; empty for European digits. */
  digits: string;
  percentGap: string;
  moneyLayout: "after" | "before" | "before-spaced";
  /** January to December and Sunday to Saturday as written; forms apart by `/`. */
  months: readonly string[];
  weekdays: readonly string[];
  /** Symbol → spoken forms, apart by `/`. */
  units: Readonly<Record<string, string>>;
  percent: string;
  currencies: Readonly<Record<string, string>>;
}
