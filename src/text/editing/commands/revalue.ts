/** A new time, day, amount or number in the place of the only one: `make it friday`, `move the meeting to 3 pm`, `make it 30 chairs`. */
import type { Command, EditContext } from "../command.ts";
import { findExact } from "../find-phrase.ts";
import { isKind } from "../find-target.ts";
import { partsOf, withoutArticle } from "../language-words.ts";
import { withCaseOf } from "../letter-case.ts";
import { countsOf } from "../named-values.ts";
import { replaceAll } from "../replacement.ts";
import { areForms } from "../sound-alike.ts";
import { matchesOf, sentenceAround } from "../text-range.ts";
import { findValues, kindOf, kindsNamed } from "../values.ts";
import { inDigits, writtenForm } from "../written-form.ts";

export const revalue: Command = (text, { to = "", subject, pair }, context) => {
  if (pair !== undefined) return otherValue(text, pair, context);
  if (subject !== undefined && !speaksOf(text, subject, to, context)) return null;
  const told = subject === undefined ? null : replaceAll(text, [{ from: subject, to }], context);
  return (
    told ??
    onlyValue(text, to, subject, context) ??
    labelledNumber(text, to, context) ??
    countedNoun(text, to, context)
  );
};

/** `make friday thursday`: two values of one kind. */
function otherValue(text: string, pair: string, context: EditContext): string | null {
  const words = pair.split(" ");
  for (let at = 1; at < words.length && at <= MOST_VALUE_WORDS; at += 1) {
    const [from, to] = [words.slice(0, at).join(" "), words.slice(at).join(" ")];
    const [kind, kindSaid] = [from, to].map((words) => kindOf(writtenForm(words, context)));
    const areAlike = kind !== null && kind !== "number" && kind === kindSaid;
    // `Make the amount seven hundred dollars`
    const isNamed = isKind(from) && (kindSaid !== null || inDigits(to, context.language) !== null);
    if (areAlike || isNamed) return replaceAll(text, [{ from, to }], context);
  }
  return null;
}
const MOST_VALUE_WORDS = 6;

/** The replaced value stands in the text, or is named by its kind. */
function speaksOf(text: string, subject: string, to: string, context: EditContext): boolean {
  const noun = withoutArticle(subject);
  const kind = kindOf(writtenForm(to, context));
  return kind !== null && (kindsNamed(noun).includes(kind) || findExact(text, noun).length > 0);
}

/** `make it room 5` where the text has one room. */
function labelledNumber(text: string, to: string, { language }: EditContext): string | null {
  const [, label = "", said = ""] = /^(\p{L}{3,}) (.+)$/u.exec(withoutArticle(to)) ?? [];
  const digits = inDigits(said, language);
  if (digits === null) return null;
  const labelled = new RegExp(`(?<![\\p{L}\\p{N}])${label} \\d+(?![\\p{L}\\p{N}:%]|[.,]\\d)`, "giu");
  const [only, ...others] = matchesOf(text, labelled);
  if (!only || others.length > 0) return null;
  return text.slice(0, only.start + label.length + 1) + digits + text.slice(only.end);
}

function onlyValue(
  text: string,
  to: string,
  subject: string | undefined,
  context: EditContext,
): string | null {
  const bare = to.replace(/^(?:on|at|the|am|um|den|dem|der|de|le|la|el|à|a las|a la|las) /, "");
  const kind = kindOf(writtenForm(bare, context));
  // A plain number may stand for a time, an hour, a room: that is not certain.
  if (kind === null || kind === "number") return null;
  const found = findValues(text, kind);
  const [only] = found;
  if (!only || found.length > 1) return null;
  // `The parcel is 50 mg` says nothing of another sentence.
  const noun = withoutArticle(subject ?? "");
  const sentence = sentenceAround(text, only);
  const isSaid =
    subject === undefined ||
    kindsNamed(noun).includes(kind) ||
    findExact(text.slice(sentence?.start, sentence?.end), noun).length > 0;
  if (!isSaid) return null;
  return replaceAll(text, [{ from: text.slice(only.start, only.end).toLowerCase(), to: bare }], context);
}

/** `30 chairs` where the text has 25 of them. */
function countedNoun(text: string, to: string, context: EditContext): string | null {
  let result: string | null = text;
  for (const part of partsOf(to, context.language)) result = result && recount(result, part, context);
  return result;
}

export function recount(text: string, to: string, context: EditContext): string | null {
  const [, count = "", noun = ""] = /^(.+) ([\p{L}'’-]+)$/u.exec(to) ?? [];
  const digits = inDigits(count, context.language);
  if (digits === null) return null;
  const [only, ...others] = countsOf(text, noun, context.language, true);
  if (!only || others.length > 0) return null;
  const isInDigits = /\d/.test(text.slice(only.start, only.end));
  const [, former = ""] = /^\s([\p{L}'’-]+)/u.exec(text.slice(only.end)) ?? [];
  // `One tablet` in place of `2 tablets`
  const counted = areForms(former, noun) ? withCaseOf(noun, former) : former;
  const behind = text.slice(only.end + 1 + former.length);
  return `${text.slice(0, only.start)}${isInDigits ? digits : count} ${counted}${behind}`;
}
