/** Whether two releases work together: an upgrade of a cluster takes a while, and its machines then differ by one minor release. */
const RELEASE = /^(\d{1,6})\.(\d{1,6})\.\d{1,6}(?:[-+].*)?$/;

export function worksWith(own: string, other: string): boolean {
  const [mine, theirs] = [RELEASE.exec(own), RELEASE.exec(other)];
  if (mine === null || theirs === null) return false;
  return mine[1] === theirs[1] && Math.abs(Number(mine[2]) - Number(theirs[2])) <= 1;
}
