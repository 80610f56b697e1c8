import { money } from "../../state/format.ts";

/** @param micro millionths. */
export function usd(micro: number): string {
  return money(micro / 1_000_000, "USD");
}

/** As an invoice has it, rounded to cents. */
export function usdText(amount: string): string {
  return money(Number(amount), "USD");
}
