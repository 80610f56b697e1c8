/** Spoken punctuation and layout of English; what stands around them decides whether they are meant (`mark-sense.ts`). */

import { readWeights } from "../../formatting/hashed-weights.ts";
import type { SpokenMark } from "../../formatting/language-rules.ts";
import type { MarkClass } from "../../formatting/mark-evidence.ts";
import { alone, layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { list } from "../shared/readers.ts";
import weights from "./mark-weights.txt" with { type: "text" };

/** Directly before any mark. Others, such as `this`, may be all of a clause. */
const ARTICLES = list("a an the my your our their its every another called named");
/** Behind any mark, where it is named as a sign. */
const NOUNS = list("key keys button symbol character sign separated delimited rule splice");
const VERBS = new Set(["dash", "slash"]);
const THINGS = new Set(["period", "colon"]);
/** Of the colon that is no mark. */
const COLON_NOUNS = list("cancer polyp polyps surgery resection cleanse");

export const marks: readonly SpokenMark[] = [
  ...stop(".", "period", "full stop"),
  ...pause(",", "comma"),
  ...stop("?", "question mark"),
  ...stop("!", "exclamation mark", "exclamation point"),
  ...pause(":", "colon"),
  ...pause(";", "semicolon", "semi colon"),
  ...pause("...", "ellipsis", "dot dot dot"),
  ...pause(" –", "dash"),
  ...symbol("—", "em dash"),
  ...symbol("–", "en dash"),
  ...symbol("-", "hyphen"),
  ...symbol("/", "forward slash", "slash"),
  ...symbol("\\", "backslash"),
  ...alone("&", "ampersand"),
  ...symbol("@", "at sign"),
  ...opening("#", "hashtag", "hash tag", "pound sign"),
  ...opening("$", "dollar sign"),
  ...pause("%", "percent sign"),
  ...alone("*", "asterisk"),
  ...symbol("_", "underscore"),
  ...alone("+", "plus sign"),
  ...alone("=", "equals sign"),
  ...opening('"', "open quote", "open quotes", "begin quote"),
  ...pause('"', "close quote", "close quotes", "end quote", "unquote"),
  ...opening("(", "open parenthesis", "open paren", "left parenthesis"),
  ...pause(")", "close parenthesis", "close paren", "right parenthesis"),
  ...opening("[", "open bracket", "left bracket"),
  ...pause("]", "close bracket", "right bracket"),
  ...opening("{", "open brace"),
  ...pause("}", "close brace"),
  ...alone(":-)", "smiley face"),
  ...layout("\n", "new line", "newline", "next line"),
  ...layout("\n\n", "new paragraph", "next paragraph"),
  ...layout("\n- ", "bullet point", "next bullet"),
].map((mark) => ({
  ...mark,
  literalAfter: mark.joins === "both" && !mark.endsSentence ? [...ARTICLES, "each"] : ARTICLES,
  literalBefore: mark.spoken === "colon" ? [...NOUNS, ...COLON_NOUNS] : NOUNS,
  isVerb: VERBS.has(mark.spoken),
  isThing: THINGS.has(mark.spoken),
}));

/** Learned by `scripts/train-marks.ts`: a class and its weights a line. */
export const markWeights = Object.fromEntries(
  weights
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([kind, bytes = ""]) => [kind, readWeights(bytes)]),
) as Record<MarkClass, Int8Array>;
