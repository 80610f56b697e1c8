/**
 * Evidence for a German noun: its form, whether a list has it, and the words on either side; learned by
 * `scripts/train-starter/german-nouns`.
 */
import { bucketOf } from "../../words/hashed-weights.ts";
import type { WordContext } from "../../words/language-rules.ts";
import type { NounKind } from "./noun-list.ts";

export const NOUN_BUCKETS = 1 << 15;

const LONGEST_KNOWN_LENGTH = 14;

/** @param kind The list's entry for the word, @param nextKind of the one after it. @param hidden Only the word's ending is looked at. */
export function nounFeatures(
  { word, before, after }: WordContext,
  kind: NounKind,
  nextKind: NounKind,
  hidden = false,
): number[] {
  const [b1 = "<", b2 = "<"] = before;
  const [a1 = ">", a2 = ">"] = after;
  const [end2, end3, end4] = [word.slice(-2), word.slice(-3), word.slice(-4)];
  const length = Math.min(word.length, LONGEST_KNOWN_LENGTH);
  return [
    "bias",
    `k ${kind}`,
    `l ${length} ${kind}`,
    ...(hidden ? [] : [`w ${word}`]),
    `e2 ${end2}`,
    `e3 ${end3}`,
    `e4 ${end4}`,
    `b ${b1}`,
    `bs ${b1.slice(-2)}`,
    `bb ${b2} ${b1.slice(-3)}`,
    `a ${a1}`,
    `as ${a1.slice(-2)}`,
    `ak ${nextKind}`,
    `aas ${a1.slice(-2)} ${a2.slice(-2)}`,
    `kb ${kind} ${b1}`,
    `kbs ${kind} ${b1.slice(-2)} ${nextKind}`,
    `ka ${kind} ${a1}`,
    `be ${b1} ${end2}`,
    `bse ${b1.slice(-2)} ${end2} ${nextKind}`,
    `ea ${end2} ${a1}`,
    `eak ${end2} ${nextKind} ${b1}`,
  ].map((feature) => bucketOf(feature, NOUN_BUCKETS));
}
