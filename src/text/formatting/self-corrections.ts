/**
 * What the speaker takes back: `at five, no wait, at six` → `at six`. Words go only where it shows what the new words replace:
 * they begin with a word that was just said, or are of one kind with the words before (a number, a weekday, a date).
 */
import type { LanguageRules } from "./language-rules.ts";
import { capitalize, isCapitalized } from "./letter-case.ts";
import { indexPhrases, phrasesAt } from "./phrases.ts";
import type { Reasons } from "./reasons.ts";
import { beginsSentence, endsSentence, spokenForm, type Token } from "./tokens.ts";

/** How far back a restarted phrase may begin. */
const RESTART_WORDS = 6;
/** The longest written form that is looked for before the correction. */
const KIND_WORDS = 8;

type Step = { kind: "correction" | "erasure"; phrase: string };

export function applySelfCorrections(
  tokens: readonly Token[],
  rules: LanguageRules,
  reasons: Reasons,
): Token[] {
  const steps: Step[] = [
    ...rules.corrections.map((phrase): Step => ({ kind: "correction", phrase })),
    ...(rules.erasures ?? []).map((phrase): Step => ({ kind: "erasure", phrase })),
  ];
  const phrases = indexPhrases(steps, ({ phrase }) => phrase.toLowerCase().split(" "));
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [found] = phrasesAt(phrases, tokens, at);
    const from = found
      ? beginningOf(found.value, kept, tokens.slice(at + found.length, at + found.length + KIND_WORDS), rules)
      : null;
    if (!found || from === null) {
      kept.push(tokens[at] as Token);
      at += 1;
      continue;
    }
    const first = kept[from];
    const restart = tokens[at + found.length];
    const capital = first !== undefined && isCapitalized(first.text) && beginsSentence(kept, from);
    const phrase = tokens.slice(at, at + found.length);
    reasons.add(found.value.kind === "erasure" ? "command" : "correction", [...kept.slice(from), ...phrase]);
    kept.length = from;
    at += found.length;
    if (restart) {
      const text = capital ? capitalize(restart.text, rules.code) : restart.text;
      kept.push({ ...restart, text, gap: from === 0 ? "" : (first?.gap ?? restart.gap) });
      at += 1;
    }
  }
  return kept;
}

/** Where in the words so far the taken-back part begins; null where that is not clear. */
function beginningOf(
  { kind, phrase }: Step,
  kept: readonly Token[],
  repair: readonly Token[],
  rules: LanguageRules,
): number | null {
  if (kind === "erasure") return kept.length === 0 ? null : sentenceStart(kept);
  const [first] = repair;
  if (!first || kept.length === 0) return null;
  const word = spokenForm(first);
  const alike = sameKind(kept, repair, rules);
  if (alike !== null) return alike;
  // `I mean I …` goes on rather than begins again.
  if (phrase.startsWith(word)) return null;
  const earliest = Math.max(sentenceStart(kept), kept.length - RESTART_WORDS);
  for (let at = kept.length - 1; at >= earliest; at -= 1) if (spokenForm(kept[at]) === word) return at;
  return null;
}

function sentenceStart(kept: readonly Token[]): number {
  // The sentence that a stop before the correction seems to end is the one that is corrected.
  let at = kept.length - 1;
  while (at > 0 && !endsSentence(kept[at - 1] as Token) && !kept[at]?.gap.includes("\n")) at -= 1;
  return Math.max(at, 0);
}

function sameKind(kept: readonly Token[], repair: readonly Token[], rules: LanguageRules): number | null {
  const said = kept.slice(-KIND_WORDS).map(spokenForm);
  const offset = kept.length - said.length;
  const instead = repair.map(spokenForm);
  const [before, after] = [said.at(-1) ?? "", instead[0] ?? ""];
  if (isName(before, rules) && isName(after, rules)) return kept.length - 1;
  const kind = kindAt(instead, 0, rules)?.kind;
  if (kind === undefined) return null;
  for (let at = 0; at < said.length; at += 1) {
    const found = kindAt(said, at, rules);
    if (found?.kind === kind && at + found.words === said.length) return offset + at;
  }
  return null;
}

/** Weekdays and months, as far as the language capitalizes them. */
function isName(word: string, { capitalized }: LanguageRules): boolean {
  return word.length > 2 && Object.hasOwn(capitalized, word);
}

function kindAt(
  words: readonly string[],
  at: number,
  rules: LanguageRules,
): { kind: string; words: number } | null {
  const written = rules.read(words, at);
  return written && { kind: written.kind, words: written.words };
}
