/** The rules of those who spoke lately, so that a long dictionary is sent and indexed once. */
import { limits } from "../../config/limits.ts";
import type { PersonalRules } from "../../text/finish.ts";

export class KnownRules {
  /** The one that was asked for least lately stands first. */
  readonly #known = new Map<string, PersonalRules>();
  #chars = 0;

  get(key: string): PersonalRules | undefined {
    const rules = this.#known.get(key);
    if (rules) {
      this.#known.delete(key);
      this.#known.set(key, rules);
    }
    return rules;
  }

  keep(key: string, rules: PersonalRules): void {
    this.#forget(key);
    this.#known.set(key, rules);
    this.#chars += charsOf(rules);
    for (const oldest of this.#known.keys()) {
      if (this.#chars <= limits.knownRulesChars) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const rules = this.#known.get(key);
    if (!rules) return;
    this.#chars -= charsOf(rules);
    this.#known.delete(key);
  }
}

/** Each entry counts for a little more than its letters. */
const ENTRY_CHARS = 50;

function charsOf({
  dictionary,
  sharedDictionary = [],
  replacements,
  customInstructions,
}: PersonalRules): number {
  const words = [...dictionary, ...sharedDictionary];
  const texts = [customInstructions, ...words, ...replacements.flatMap(({ from, to }) => [from, to])];
  return texts.reduce((sum, text) => sum + text.length + ENTRY_CHARS, 0);
}
