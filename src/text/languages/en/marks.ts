/** Spoken punctuation and layout of English; what stands around them decides whether they are meant (`mark-sense.ts`). */

import type { SpokenMark } from "../../words/language-rules.ts";
import { MarkNetwork } from "../../words/mark-network.ts";
import { alone, layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { list } from "../shared/readers.ts";
import weights from "./mark-weights.txt" with { type: "text" };

/** Directly before any mark. Others, such as `this`, may be all of a clause. */
const ARTICLES = list("a an the my your our their its every another called named");
/** Set by the tuning half of `bench:dictation-words` and by `bench:spoken-marks`: people who dictate mean most of these words as marks. */
const ODDS: Readonly<Record<string, number>> = {
  comma: 1.2,
  period: 0.6,
  "question mark": 1,
  dash: 1,
  hyphen: 1,
  slash: 2,
  "forward slash": 2,
  asterisk: 1,
  "bullet point": 2,
  "open quote": 1.5,
  "close quote": 1.5,
  "open parenthesis": 1.5,
  "open paren": 1.5,
  "close parenthesis": 1.5,
  "close paren": 1.5,
};

/** Adjectives that periods have and nothing else ends a sentence with; and those of women. */
const NAMED_PERIOD =
  /(?:^| )(?:has|had|have|having|gets?|got|missed|started) (?:her|my)$|(?:^| )(?:the|a|an|this|that|each|every|his|her|our|their) (?:\p{L}+ )?(?:full|entire|whole|same|trial|grace|notice|waiting|edo|victorian|medieval|colonial|\p{L}+(?:ceous|zoic|assic))$/u;
/** Things that one slashes: `slash prices`. */
const SLASHED = list("prices costs jobs taxes budgets tires tyres spending rates the his her their our its");

export const marks: readonly SpokenMark[] = [
  ...stop(".", "period", "full stop").map((mark) => ({ ...mark, literalBehind: NAMED_PERIOD })),
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
  ...symbol("/", "forward slash", "slash").map((mark) => ({ ...mark, literalBefore: SLASHED })),
  ...symbol("\\", "backslash"),
  ...alone("&", "ampersand"),
  ...symbol("@", "at sign"),
  ...opening("#", "hashtag", "hash tag", "pound sign"),
  ...opening("$", "dollar sign"),
  ...pause("%", "percent sign"),
  ...alone("*", "asterisk"),
  ...symbol("_", "underscore"),
  ...symbol("", "no space").map((mark) => ({
    ...mark,
    literalAfter: list(
      "is are was were be has have had leave leaves leaving left see find found need needs with there's absolutely",
    ),
    literalBefore: list(
      "for left to on in between at here there available was is and or between behind under",
    ),
  })),
  ...alone("+", "plus sign"),
  ...alone("=", "equals sign"),
  ...opening('"', "quote").map((mark) => ({ ...mark, paired: true })),
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
].map((mark: SpokenMark) => ({
  ...mark,
  literalAfter: [...ARTICLES, ...(mark.literalAfter ?? [])],
  odds: ODDS[mark.spoken] ?? 0,
}));

let network: MarkNetwork | undefined;

export function markNetwork(): MarkNetwork {
  network ??= new MarkNetwork(weights);
  return network;
}
