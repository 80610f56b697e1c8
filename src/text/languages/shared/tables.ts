/** Tables as text, which reads better than one line an entry. Alternatives are apart by `/`. */
import { list } from "./readers.ts";

/** `"kilometer/kilometern km, liter l"`: names, and behind the last space what they stand for. */
export function table(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").map((entry) => {
      const [, names = "", value = ""] = /^\s*(.+)\s(\S+)\s*$/su.exec(entry) ?? [];
      return [names, value];
    }),
  );
}

/** Words that count on from `first` in equal steps: `twenty thirty`, `zwei/zwo drei`. */
export function counting(first: number, step: number, text: string): Record<string, number> {
  return Object.fromEntries(
    list(text).flatMap((words, i) => words.split("/").map((word) => [word, first + i * step])),
  );
}
