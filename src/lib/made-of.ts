/** Something made of settings, and made anew when it is asked for after one of them has changed. */
export function madeOf<T>(settings: () => readonly unknown[], make: () => T): () => T {
  let used = settings();
  let made = make();
  return () => {
    const now = settings();
    if (now.some((setting, index) => setting !== used[index])) {
      used = now;
      made = make();
    }
    return made;
  };
}
