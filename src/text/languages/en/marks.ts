/** Spoken punctuation and layout of English, and the words beside them that show that they are meant literally. */
import type { SpokenMark } from "../../formatting/language-rules.ts";
import { alone, layout, opening, pause, stop, symbol } from "../shared/mark-kinds.ts";
import { list } from "../shared/readers.ts";

/** Before any mark. */
const ARTICLES = list(
  "a an the this that these those my your his her its our their no any every each some another of with without word called named",
);
/** Behind any mark. */
const NOUNS = list("key keys button symbol character sign separated delimited rule splice");

/** More words before and behind single marks. */
const LITERAL: Readonly<Record<string, { after?: string; before?: string }>> = {
  period: {
    after:
      "time trial long short grace notice waiting training transition transitional cooling holding first second third last next final same whole entire rest study reporting pay grade victorian class lunch free sixth brief certain recovery colonial",
    before:
      "of drama piece pains pain product room during in for when between instruments instrument furniture",
  },
  "full stop": { after: "come came comes to" },
  "question mark": { before: "over about on" },
  colon: {
    after: "semi transverse sigmoid human spastic irritable ascending descending cancer",
    before: "cancer surgery cleanse is was health polyps",
  },
  dash: {
    after:
      "mad quick hundred yard meter metre to we i they you he she will can could must should ll let's 100 would",
    before:
      "of to off out for through into across home hopes his her their my it board boards cam back over around",
  },
  hyphen: { before: "is was or between in" },
  slash: {
    after: "to will would and they we i you",
    before: "and the prices costs jobs it them his her our their",
  },
  hashtag: { before: "is was on for about that" },
  "new line": { before: "of from for in is was items item" },
  newline: { before: "characters" },
  "next line": { before: "of in is says was" },
  "new paragraph": { before: "of in is about on" },
  "next paragraph": { before: "of in is about says" },
  "bullet point": { before: "list lists in on about" },
  "next bullet": { before: "in on" },
};

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
  literalAfter: [...ARTICLES, ...list(LITERAL[mark.spoken]?.after ?? "")],
  literalBefore: [...NOUNS, ...list(LITERAL[mark.spoken]?.before ?? "")],
}));
