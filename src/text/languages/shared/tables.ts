/** Tables as text, which reads better than one line an entry. Alternatives are apart by `/`. */
import { list, type Words } from "./readers.ts";

/** `"kilometer/kilometern km, liter l"`: names, and after the last space what they stand for. */
export function table(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").flatMap((entry) => {
      const [, names, value = ""] = /^\s*(.+)\s(\S+)\s*$/su.exec(entry) ?? [];
      return names === undefined ? [] : [[names, value]];
    }),
  );
}

/** Words that count on from `first` in equal steps: `twenty thirty`, `zwei/zwo drei`. */
export function counting(first: number, step: number, text: string): Record<string, number> {
  return Object.fromEntries(
    list(text).flatMap((words, i) => words.split("/").map((word) => [word, first + i * step])),
  );
}

/**
 * Tables of lines `symbol = name|name`, in which the longest name that is said finds its symbol.
 * @param plain Spells words as they are compared.
 */
export function symbolTables(plain: (word: string | undefined) => string) {
  return (text: string) => {
    const symbols = text
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [symbol = "", names = ""] = line.split("=");
        return names.split("|").map((name) => ({ name: list(name).map(plain), symbol: symbol.trim() }));
      })
      .sort((one, other) => other.name.length - one.name.length);
    return (words: Words, at: number) => {
      const found = symbols.find(({ name }) => name.every((word, i) => plain(words[at + i]) === word));
      return found && { words: found.name.length, symbol: found.symbol };
    };
  };
}
