/** A key that ends so soon that somebody has to replace it. */
export const ENDS_SOON_DAYS = 14;

const DAY_MS = 24 * 3600 * 1000;

/** Whole days, rounded down. */
export function daysUntil(time: string, now = new Date()): number {
  return Math.floor((Date.parse(time) - now.getTime()) / DAY_MS);
}
