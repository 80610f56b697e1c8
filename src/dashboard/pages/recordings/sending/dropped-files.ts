/** The dropped files, also those in folders. */

/** More than anybody means to send. */
const MOST_FILES = 1_000;

export async function filesOf({ items, files }: DataTransfer): Promise<File[]> {
  // All at once: after a pause the browser gives none of them away.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...files];
  const found: File[] = [];
  for (const entry of entries) if (entry !== null) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= MOST_FILES || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    found.push(
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    );
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // It returns a hundred at a time, and none at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const each of entries) await collect(each, found);
  }
}
