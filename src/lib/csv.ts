/**
 * Comma-separated values as RFC 4180 has them: CRLF after every record, quotes where they are needed and doubled
 * within. A spreadsheet takes a cell that begins with =, +, -, @, a tab or a line break for a formula, and some take
 * their full-width forms too; in text such a cell gets an apostrophe in front, which shows it as it stands
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function csv(records: readonly (readonly (string | number)[])[]): string {
  return records.map((record) => `${record.map(cell).join(",")}\r\n`).join("");
}

const FORMULA = /^[\s\u{feff}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text as it was before a cell was made of it. */
export function plainCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
