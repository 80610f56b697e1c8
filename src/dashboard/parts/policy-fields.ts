/** Policies as text in fields, and back. */

/** Null is an empty field. */
export function policyText(value: number | readonly string[] | null): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : value.join(", ");
}

/** A number that is none is sent as text, so that it is refused at its field. */
export function numberOf(fields: FormData, name: string): number | null {
  const text = textOf(fields, name);
  if (text === "") return null;
  return /^\d+$/.test(text) ? Number(text) : (text as unknown as number);
}

export function listOf(fields: FormData, name: string): string[] | null {
  const list = textOf(fields, name)
    .split(/[\s,]+/)
    .filter(Boolean);
  return list.length === 0 ? null : list;
}

function textOf(fields: FormData, name: string): string {
  return String(fields.get(name) ?? "").trim();
}
