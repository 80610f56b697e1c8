import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mapFile } from "./memory.ts";

function inFile(content: Uint8Array, use: (path: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "tiro-memory-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, content, { mode: 0o400 });
    use(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a mapped file reads as it is, also after it was let go", () => {
  const content = crypto.getRandomValues(new Uint8Array(20_000));
  inFile(content, (path) => {
    const { bytes, letGo } = mapFile(path);
    expect(bytes).toEqual(content);
    letGo();
    expect(bytes).toEqual(content);
  });
});

test("an empty file has no bytes", () =>
  inFile(new Uint8Array(), (path) => expect(mapFile(path).bytes).toHaveLength(0)));

test("a file that is not there is an error", () => {
  expect(() => mapFile("/no/such/file")).toThrow("ENOENT");
});
