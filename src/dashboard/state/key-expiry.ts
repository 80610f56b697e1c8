/** A key that ends so soon that somebody has to replace it. */
import { DAY_MS } from "../../lib/units.ts";

export const EXPIRES_SOON_DAYS = 14;

/** Whole days, rounded down. */
export function daysUntil(time: string, now = new Date()): number {
  return Math.floor((Date.parse(time) - now.getTime()) / DAY_MS);
}
