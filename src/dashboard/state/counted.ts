/** Words for one thing and for several, in which `#` is how many: `counted("1 word", "# words")`. */
export function counted(one: string, several: `${string}#${string}`) {
  /** @param shown the number as people read it, where it can be large. */
  return (count: number, shown: string = String(count)): string =>
    count === 1 ? one : several.replace("#", () => shown);
}
