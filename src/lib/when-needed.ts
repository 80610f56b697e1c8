/** Something costly that not every run of the program needs: made when it is asked for first. */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
