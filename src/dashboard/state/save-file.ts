/** Saves what the page made, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it over once the click is done.
  setTimeout(() => URL.revokeObjectURL(address));
}
