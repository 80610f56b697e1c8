/** Makes a value unchangeable, with all that is in it. */
export function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value))
    if (typeof child === "object" && child !== null) deepFreeze(child);
  return Object.freeze(value);
}
