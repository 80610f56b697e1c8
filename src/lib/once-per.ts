/** Something costly that is made of an object: once for each, as long as the object is used. */
export function oncePer<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, T>();
  return (of) => {
    const known = made.get(of);
    if (known !== undefined || made.has(of)) return known as T;
    const value = make(of);
    made.set(of, value);
    return value;
  };
}

/** A list that every text looks words up in. */
export const setOf = oncePer((words: readonly string[]): ReadonlySet<string> => new Set(words));
