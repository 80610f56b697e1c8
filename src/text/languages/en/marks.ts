/** Spoken punctuation and layout of English, and the words beside them that show that they are meant literally. */
import type { SpokenMark } from "../../formatting/language-rules.ts";

const ARTICLES =
  "a an the this that these those my your his her its our their no any every each some another of with without word called named".split(
    " ",
  );
const NOUN_BEFORE = "key keys button symbol character sign separated delimited rule splice".split(" ");

function mark(
  spoken: string,
  written: string,
  joins: SpokenMark["joins"],
  more: Partial<SpokenMark> = {},
): SpokenMark {
  return { spoken, written, joins, literalAfter: ARTICLES, literalBefore: NOUN_BEFORE, ...more };
}

const after = (words: string) => [...ARTICLES, ...words.split(" ")];
const before = (words: string) => [...NOUN_BEFORE, ...words.split(" ")];

const PERIOD_BEFORE = before(
  "of drama piece pains pain product room during in for when between instruments instrument furniture",
);
const PERIOD_AFTER = after(
  "time trial long short grace notice waiting training transition transitional cooling holding first second third last next final same whole entire rest study reporting pay grade victorian class lunch free sixth brief certain recovery colonial",
);
const COLON_AFTER = after("semi transverse sigmoid human spastic irritable ascending descending cancer");
const DASH_AFTER = after(
  "mad quick hundred yard meter metre to we i they you he she will can could must should ll let's 100 would",
);
const DASH_BEFORE = before(
  "of to off out for through into across home hopes his her their my it board boards cam back over around",
);

export const marks: readonly SpokenMark[] = [
  mark("period", ".", "left", {
    endsSentence: true,
    literalAfter: PERIOD_AFTER,
    literalBefore: PERIOD_BEFORE,
  }),
  mark("full stop", ".", "left", { endsSentence: true, literalAfter: after("come came comes to") }),
  mark("comma", ",", "left"),
  mark("question mark", "?", "left", { endsSentence: true, literalBefore: before("over about on") }),
  mark("exclamation mark", "!", "left", { endsSentence: true }),
  mark("exclamation point", "!", "left", { endsSentence: true }),
  mark("colon", ":", "left", {
    literalAfter: COLON_AFTER,
    literalBefore: before("cancer surgery cleanse is was health polyps"),
  }),
  mark("semicolon", ";", "left"),
  mark("semi colon", ";", "left"),
  mark("ellipsis", "...", "left"),
  mark("dot dot dot", "...", "left"),
  mark("dash", " –", "left", { literalAfter: DASH_AFTER, literalBefore: DASH_BEFORE }),
  mark("em dash", "—", "both"),
  mark("en dash", "–", "both"),
  mark("hyphen", "-", "both", { literalBefore: before("is was or between in") }),
  mark("forward slash", "/", "both"),
  mark("slash", "/", "both", {
    literalBefore: before("and the prices costs jobs it them his her our their"),
    literalAfter: after("to will would and they we i you"),
  }),
  mark("backslash", "\\", "both"),
  mark("ampersand", "&", "none"),
  mark("at sign", "@", "both"),
  mark("hashtag", "#", "right", { literalBefore: before("is was on for about that") }),
  mark("hash tag", "#", "right"),
  mark("pound sign", "#", "right"),
  mark("dollar sign", "$", "right"),
  mark("percent sign", "%", "left"),
  mark("asterisk", "*", "none"),
  mark("underscore", "_", "both"),
  mark("plus sign", "+", "none"),
  mark("equals sign", "=", "none"),
  mark("open quote", '"', "right"),
  mark("open quotes", '"', "right"),
  mark("begin quote", '"', "right"),
  mark("close quote", '"', "left"),
  mark("close quotes", '"', "left"),
  mark("end quote", '"', "left"),
  mark("unquote", '"', "left"),
  mark("open parenthesis", "(", "right"),
  mark("open paren", "(", "right"),
  mark("left parenthesis", "(", "right"),
  mark("close parenthesis", ")", "left"),
  mark("close paren", ")", "left"),
  mark("right parenthesis", ")", "left"),
  mark("open bracket", "[", "right"),
  mark("left bracket", "[", "right"),
  mark("close bracket", "]", "left"),
  mark("right bracket", "]", "left"),
  mark("open brace", "{", "right"),
  mark("close brace", "}", "left"),
  mark("smiley face", ":-)", "none"),
  mark("new line", "\n", "left", {
    endsSentence: true,
    literalBefore: before("of from for in is was items item"),
  }),
  mark("newline", "\n", "left", { endsSentence: true, literalBefore: before("characters") }),
  mark("next line", "\n", "left", { endsSentence: true, literalBefore: before("of in is says was") }),
  mark("new paragraph", "\n\n", "left", { endsSentence: true, literalBefore: before("of in is about on") }),
  mark("next paragraph", "\n\n", "left", {
    endsSentence: true,
    literalBefore: before("of in is about says"),
  }),
  mark("bullet point", "\n- ", "left", {
    endsSentence: true,
    literalBefore: before("list lists in on about"),
  }),
  mark("next bullet", "\n- ", "left", { endsSentence: true, literalBefore: before("in on") }),
];
