/** Commas that are certain although nobody says them. */
import { oncePer } from "../../lib/once-per.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { beginsSentence, spokenForm, type Token } from "../words/tokens.ts";

export function addCertainCommas(tokens: readonly Token[], rules: LanguageRules): Token[] {
  return separateTag(separateClauses(separateAlternatives(tokens, rules), rules), rules);
}

const SHORTEST_STATEMENT_WORDS = 2;

/** `The game is at seven, isn't it?` */
function separateTag(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const separated = [...tokens];
  const at = tokens.length - TAG_WORDS - 1;
  const last = tokens[at];
  if (last?.after === "" && last.text !== "" && endsWithTag(tokens, rules)) separated[at] = withComma(last);
  return separated;
}

const TAG_WORDS = 2;

export function endsWithTag(tokens: readonly Token[], { tags, questionStarts }: LanguageRules): boolean {
  const tag = tokens.slice(-TAG_WORDS).map(spokenForm).join(" ");
  if (!tags?.includes(tag) || tokens.length < TAG_WORDS + SHORTEST_STATEMENT_WORDS) return false;
  // `Why on earth isn't it`
  return !questionStarts.some((start) => start.split(" ")[0] === spokenForm(tokens[0]));
}

/** `Ich möchte, dass du kommst`, but `so dass`. */
function separateClauses(tokens: readonly Token[], { clauses, spaced, comma }: LanguageRules): Token[] {
  if (!clauses) return [...tokens];
  const { words: opening = [], notAfter = [], notAfterWord = {} } = clauses;
  const words = tokens.map(spokenForm);
  let [start, joints]: [number, RegExp[]] = [0, []];
  return tokens.map((token, at) => {
    if (beginsSentence(tokens, at)) [start, joints] = [at, jointsAfter(clauses, words[at] ?? "")];
    const [next, word = "", behind = ""] = [tokens[at + 1], words[at], words[at + 1]];
    if (next?.gap !== (spaced ? " " : "") || next.before !== "" || token.text === "") return token;
    if (!CLOSES_QUOTE.test(token.after) || (notAfterWord[behind] ?? notAfter).includes(word)) return token;
    // `Nicht dass ich wüsste`; but `ich glaube nicht, dass`.
    if (at === start && notAfter.includes(word)) return token;
    const joint = joints.length > 0 ? jointAt(tokens, words, start, at) : "";
    const begins = opening.includes(behind) || joints.some((pattern) => pattern.test(joint));
    return begins ? withComma(token, comma) : token;
  });
}

type Clauses = NonNullable<LanguageRules["clauses"]>;

/** They match from the word before the comma on alone, not anywhere in the text. */
const jointsOf = oncePer(({ joints = {} }: Clauses) =>
  Object.entries(joints).map(([firsts, each]) => ({
    isFirst: new RegExp(`^(?:${firsts || ".*"})$`, "u"),
    joint: new RegExp(`^(?:${each.map((joint) => joint.replaceAll("$", "(?=\\n|$)")).join("|")})`, "u"),
  })),
);

/** Those of a sentence's first word. */
function jointsAfter(clauses: Clauses, first: string): RegExp[] {
  return jointsOf(clauses)
    .filter(({ isFirst }) => isFirst.test(first))
    .map(({ joint }) => joint);
}

/** Nothing, or the end of a quotation: `“Zahlung folgt“, aber …`. */
const CLOSES_QUOTE = /^(?:[\u00a0\u202f]?["»”“])?$/u;
const JOINT_WORDS = 10;

const MIDDLE_WORDS = 12;

/** The word before the joint and those after it as far as their clause goes; on a second line the words between it and the first one. */
function jointAt(tokens: readonly Token[], words: readonly string[], start: number, at: number): string {
  let end = at + 1;
  while (end < at + JOINT_WORDS - 1 && tokens[end]?.after === "") end += 1;
  const middle = words.slice(Math.max(start + 1, at - MIDDLE_WORDS), at);
  return `${words.slice(at, end + 1).join(" ")}\n ${middle.join(" ")} `;
}

/** Small numbers in a row: `seven eight or nine chairs` → seven, eight, or nine. */
function separateAlternatives(tokens: readonly Token[], rules: LanguageRules): Token[] {
  const { alternatives, numberStyle } = rules;
  const separated = [...tokens];
  if (!alternatives || !numberStyle) return separated;
  const small = numberStyle.digits;
  const valueAt = (at: number): number => {
    const token = tokens[at];
    return token?.kind === undefined && Object.hasOwn(small, spokenForm(token))
      ? Number(small[spokenForm(token)])
      : Number.NaN;
  };
  for (let at = 0; at + 3 < tokens.length; at += 1) {
    const [one, other, last] = [valueAt(at), valueAt(at + 1), valueAt(at + 3)];
    const isRow = other === one + 1 && last === other + 1 && spokenForm(tokens[at + 2]) === alternatives.word;
    if (!isRow || tokens.slice(at, at + 3).some(({ after }) => after !== "")) continue;
    separated[at] = withComma(tokens[at] as Token);
    if (alternatives.serialComma) separated[at + 1] = withComma(tokens[at + 1] as Token);
  }
  return separated;
}

function withComma(token: Token, comma = ","): Token {
  return { ...token, after: token.after + comma };
}
