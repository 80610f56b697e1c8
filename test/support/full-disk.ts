import { open } from "node:fs/promises";
import { SpoolWriter } from "../../src/store/uploads/spool.ts";

/** An upload to a disk that is full. */
export function uploadToFullDisk(): SpoolWriter {
  return new SpoolWriter({
    open: () => open("/dev/full", "w"),
    reserve: () => {},
    finish: () => Promise.reject(new Error("was finished")),
    discard: async (handle) => handle?.close(),
  });
}
