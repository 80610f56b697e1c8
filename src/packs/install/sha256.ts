/** The checksum of a file, read in blocks: model files are larger than what a program should hold. */
export async function sha256Of(
  path: string,
  onBytes?: (blockBytes: number) => void,
): Promise<{ sha256: string; bytes: number }> {
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const block of Bun.file(path).stream()) {
    hasher.update(block);
    bytes += block.byteLength;
    onBytes?.(block.byteLength);
  }
  return { sha256: hasher.digest("hex"), bytes };
}
