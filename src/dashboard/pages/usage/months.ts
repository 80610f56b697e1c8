/** Calendar months, `YYYY-MM`. */

/** The newest first. */
export function lastMonths(count: number, now = new Date()): string[] {
  return Array.from({ length: count }, (_, back) => monthOf(now.getFullYear(), now.getMonth() - back));
}

export function nextMonth(month: string): string {
  const { year, index } = partsOf(month);
  return monthOf(year, index + 1);
}

/** `YYYY-MM-DD`, each. */
export function daysOf(month: string): string[] {
  const { year, index } = partsOf(month);
  const count = new Date(year, index + 1, 0).getDate();
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, "0")}`);
}

/** Noon, so that no time zone makes another day of it. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00`);
}

function partsOf(month: string): { year: number; index: number } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { year, index: number - 1 };
}

function monthOf(year: number, index: number): string {
  const first = new Date(year, index, 1);
  return `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, "0")}`;
}
