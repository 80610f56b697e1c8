/** One range of bytes as HTTP asks for it (RFC 9110 §14.1.2). */

export interface ByteRange {
  start: number;
  /** After the last one. */
  end: number;
}

/**
 * Null if all is to be sent: without the header, with one that is none, and with several ranges, which a server need not
 * answer in parts.
 */
export function byteRange(header: string | null, bytes: number): ByteRange | "unsatisfiable" | null {
  const found = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "");
  const [, first = "", last = ""] = found ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "unsatisfiable" : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= bytes) return "unsatisfiable";
  return { start, end: last === "" ? bytes : Math.min(bytes, Number(last) + 1) };
}
