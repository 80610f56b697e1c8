/** Signs around words: quotes, brackets, bold and italics in Markdown, code. */
import type { Command } from "../command.ts";
import { findMeant } from "../find-target.ts";
import { replaceRanges } from "../text-range.ts";

const PAIRS: readonly [RegExp, string, string][] = [
  [/^(?:double )?(?:quotes|quotation marks|quote marks|inverted commas)$/, "“", "”"],
  [/^single (?:quotes|quotation marks|quote marks)$/, "‘", "’"],
  [/^german quotes$/, "„", "“"],
  [/^guillemets$/, "«\u00a0", "\u00a0»"],
  [/^straight (?:quotes|quotation marks)$/, '"', '"'],
  [/^(?:round )?(?:parentheses|parenthesis|parens|round brackets)$/, "(", ")"],
  [/^(?:square )?brackets$/, "[", "]"],
  [/^(?:curly )?braces|curly brackets$/, "{", "}"],
  [/^angle brackets$/, "<", ">"],
  [/^(?:backticks?|back ticks|code(?: marks| formatting)?)$/, "`", "`"],
  [/^(?:bold|bold face|bold type|asterisks|stars|strong)$/, "**", "**"],
  [/^(?:italics?|italic type|underscores|emphasis)$/, "*", "*"],
  [/^(?:strike ?through|tildes)$/, "~~", "~~"],
  [/^(?:dashes|em dashes)$/, "— ", " —"],
];

export const wrap: Command = (text, { target = "", name = "" }, context) => {
  const pair = pairNamed(name);
  const ranges = findMeant(text, target, context);
  return pair && ranges.length > 0 ? replaceRanges(text, ranges, (part) => pair[1] + part + pair[2]) : null;
};

export const unwrap: Command = (text, { target = "everything", name = "quotes" }, context) => {
  const pair = pairNamed(name);
  const ranges = findMeant(text, target, context);
  if (!pair || ranges.length === 0) return null;
  const signs = /quot|inverted|guillemets/.test(name) ? ["“", "”", '"', "„", "«", "»"] : [pair[1], pair[2]];
  const [first, last] = [ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0];
  // The signs stand outside the words that they belong to.
  const [start, end] = [Math.max(0, first - pair[1].length), Math.min(text.length, last + pair[2].length)];
  const plain = signs.reduce((part, sign) => part.split(sign).join(""), text.slice(start, end));
  const result = text.slice(0, start) + plain + text.slice(end);
  return result === text ? null : result;
};

function pairNamed(name: string): readonly [RegExp, string, string] | undefined {
  return PAIRS.find(([pattern]) => pattern.test(name));
}
