/** An archive that is written as its files come. The same in the server and the browser. */
import { Zip, ZipDeflate } from "fflate";
import type { Slices } from "../../lib/slices.ts";

/** Compressed at once: about a millisecond. */
const SLICE_BYTES = 32_768;
/** Of every file, so that the same transcript gives the same bytes. Archives know no earlier year. */
const WRITTEN_AT = "1980-01-01T12:00:00";

export class ZipWriter {
  readonly #zip: Zip;
  readonly #encoder = new TextEncoder();

  /** @param take is handed the archive's next bytes. */
  constructor(take: (bytes: Uint8Array) => void) {
    this.#zip = new Zip((error, bytes) => {
      if (error) throw error;
      take(bytes);
    });
  }

  /** @param name of a file, without folders. */
  *file(name: string, content: string | Uint8Array): Slices<void> {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = WRITTEN_AT;
    this.#zip.add(file);
    const bytes = typeof content === "string" ? this.#encoder.encode(content) : content;
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      file.push(bytes.subarray(from, from + SLICE_BYTES), false);
      yield;
    }
    file.push(new Uint8Array(), true);
  }

  end(): void {
    this.#zip.end();
  }
}

/** All of an archive. */
export function* zipSlices(files: Iterable<readonly [name: string, content: string]>): Slices<Uint8Array> {
  const parts: Uint8Array[] = [];
  const zip = new ZipWriter((bytes) => parts.push(bytes));
  for (const [name, content] of files) yield* zip.file(name, content);
  zip.end();
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
