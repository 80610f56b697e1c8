/** The browser has begun to read it by then. */
const HELD_MS = 10_000;

/** Saves what the page made, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS);
}
