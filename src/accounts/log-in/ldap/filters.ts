/** A value in a filter, with any characters (RFC 4515 §3). */
export function escaped(value: string): string {
  return value.replace(/[\\*()\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** @param template with `{name}`; nothing of what somebody enters is read as a part of the filter. */
export function userFilter(template: string, name: string): string {
  return template.replaceAll("{name}", () => escaped(name));
}
