/** Words that a server without billing must never use: words of money in the languages of the pages, and currencies. */
const MONEY =
  /\b(?:pric(?:e|es|ing)|costs?|invoic\w*|free|usd|eur|[a-z]+_micro_\w+|preis\w*|kosten\w*|rechnung\w*|guthaben|prix|coût\w*|factur\w*|gratuit\w*|precios?|costes?|gratis)\b|[€£¥]|\$\s?\d|\d\s?\$/giu;

/** Names that mean something else: a role, a right of roles, a plan, what a disk has. */
const OTHER =
  /"invoices\.read"|(?:"|""|\\")plan(?:"|""|\\"):(?:"|""|\\")free(?:"|""|\\")|\d\s?[kMGT]?B free/gu;

/** Those that the text has, with what stands around them. */
export function wordsOfMoney(text: string): string[] {
  const shown = text.replaceAll("&quot;", '"').replace(OTHER, "");
  return [...shown.matchAll(MONEY)].map(({ index }) => shown.slice(Math.max(0, index - 40), index + 40));
}
