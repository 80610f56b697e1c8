/** Letters from a short table: phrases apart by `/`. */
import type { LetterWords } from "../../formatting/language-rules.ts";
import { list } from "./readers.ts";

export function letterWords(greetings: string, everyone: string, closings: string): LetterWords {
  return { greetings: greetings.split("/").map(list), everyone: list(everyone), closings: list(closings) };
}
