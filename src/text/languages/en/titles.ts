/** `doctor dao` → dr. dao: a title is shortened before what can only be a name. */
import { isCommonWord } from "../../words/common-words.ts";
import type { Written } from "../../words/language-rules.ts";
import { capitalize } from "../../words/letter-case.ts";
import type { Words } from "../shared/readers.ts";

const TITLES: Readonly<Record<string, string>> = {
  mister: "mr.",
  mr: "mr.",
  mrs: "mrs.",
  dr: "dr.",
  misses: "mrs.",
  missus: "mrs.",
  ms: "ms.",
  doctor: "dr.",
  saint: "st.",
};
/** A person's role, not a title: `the doctor smiled`. */
const ROLE_BEFORE = new Set(
  "a an the my your his her our their this that another every no each she he it".split(" "),
);
/** Spoken marks after `thank you doctor`. */
const MARKS = new Set(
  "comma period colon semicolon dash hyphen hashtag slash ellipsis hash dot paren quote".split(" "),
);
/** Titles that are nothing else. */
const ALWAYS = new Set(["mister", "missus", "mr", "mrs"]);
/** These stand before a name, whatever word it is. */
const SHORT = new Set(["mr", "mrs"]);

export function readTitle(words: Words, at: number): Written | null {
  const word = words[at] ?? "";
  const title = TITLES[word];
  const name = words[at + 1] ?? "";
  if (title === undefined || !/^[a-z][a-z'-]+$/.test(name) || MARKS.has(name)) return null;
  // `Mr and Mrs Baker`
  if (SHORT.has(word) && name === "and")
    return { words: 1, text: title, prose: capitalize(title, "en"), kind: "letters" };
  if (isCommonWord(name, "en") && !SHORT.has(word)) return null;
  const before = words[at - 1] ?? "";
  // `The ship's doctor Abraham Gray`
  if (!ALWAYS.has(word) && (ROLE_BEFORE.has(before) || before.endsWith("'s") || looksLikeVerb(name)))
    return null;
  return {
    words: 2,
    text: `${title} ${name}`,
    prose: `${capitalize(title, "en")} ${capitalize(name, "en")}`,
    kind: "letters",
  };
}

/** Past tenses that no ending shows and common words do not have. */
const PAST = new Set(
  (
    "arose awoke bent bit blew bled bred clung crept dealt drank drove dug fed fled flew forgot froze hid hung knelt " +
    "lent lit rang rode sang sank shook shone shot shrank slid slept sought spat sprang stole stuck stung strode swam " +
    "swept swore swung threw tore undertook wept withdrew woke wore wrote"
  ).split(" "),
);

function looksLikeVerb(name: string): boolean {
  return /(?:ed|ing|ly)$/.test(name) || name.includes("'") || PAST.has(name);
}
