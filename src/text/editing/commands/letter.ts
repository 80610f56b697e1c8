/** Greeting and sign-off of a letter or mail. */
import type { Command } from "../command.ts";
import { capitalizeFirst, replaceRanges, unitsOf } from "../text-range.ts";
import data from "../words.json";

export const greet: Command = (text, { style = "", hello, name: said = "" }) => {
  const name = ` ${said}`.replace(SPOKEN_LAYOUT, "").trim();
  // `Hello comma`, `hello and welcome`
  if ((said !== "" && name === "") || NO_NAME.test(name)) return null;
  const formal = /^formal/.test(style);
  const word = hello ?? (formal ? "dear" : name ? "hi" : "hello");
  const whom = name ? ` ${capitalizeWords(name)}` : formal && !hello ? " Sir or Madam" : "";
  return `${capitalizeFirst(word)}${whom},\n\n${text.trimStart()}`;
};

/** `Dear Anna` at the beginning is a line of its own; null for other words. */
export function saluted(text: string, words: string): string | null {
  const { hello = "", name = "" } = SALUTATION.exec(words)?.groups ?? {};
  return hello === "" || NO_NAME.test(name)
    ? null
    : `${capitalizeFirst(hello)} ${capitalizeWords(name)},\n\n${text.trimStart()}`;
}
const SALUTATION = new RegExp(`^(?<hello>${data.salutations}) (?<name>[^\\s,:]+(?: [^\\s,:]+){0,2})$`, "iu");

const NO_NAME = /^(?:and|from|to|this|that|it|we|i|you|und|et|y) /;

/** Layout that is said after the name, and stands there in any case. */
const SPOKEN_LAYOUT =
  /(?:,| (?:comma|colon|new line|new paragraph|komma|neue zeile|neuer absatz|virgule|à la ligne|nouveau paragraphe|coma|dos puntos|nueva línea|nuevo párrafo))+$/u;

export const signOff: Command = (text, { closing = "best regards", name = "" }) => {
  const from = name ? `\n${capitalizeWords(name)}` : "";
  return `${text.trimEnd()}\n\n${capitalizeFirst(closing)},${from}`;
};

function capitalizeWords(words: string): string {
  return replaceRanges(words, unitsOf(words, "word"), capitalizeFirst);
}
