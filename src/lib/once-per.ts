/** Something costly that is made of an object: once for each, as long as the object is used. */
export function oncePer<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, T>();
  return (of) => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of) as T;
  };
}
