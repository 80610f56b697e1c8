/** As the app calls itself; quoted, so that its name cannot be read as a part of the page's own sentence. */
export function appName({ name }: { name: string }): string {
  return name === "" ? "(no name)" : `“${name}”`;
}
