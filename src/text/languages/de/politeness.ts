/** Where `sie` and `ihre` surely address the reader, and so begin with a capital: `bitte senden Sie mir`. */
import type { WordContext } from "../../words/language-rules.ts";

const ASKING = new Set("können könnten würden möchten dürften".split(" "));
const ASKED_FOR = new Set("mir uns bitte".split(" "));

const ATTACHED = new Set("anhang anlage hier unten folgenden anbei beiliegend hiermit".split(" "));
/** After these they are as often other people: `werden sie kommen`. */
const THEIRS = new Set(
  "waren werden wären hatten hätten kamen gingen wurden würden wollten sollten".split(" "),
);
const POINTING = new Set("unter auf im in hier uns mich anbei per".split(" "));

const SPEAKERS = /^(?:ich|wir|uns|bitte|danke|anbei|ihnen)$/;
const OTHERS =
  /^(?:sie|er|frau|kinder|eltern|kunden|patient\p{L}*|kolleg\p{L}*|leute|alle|beiden?|denen|die)$/u;

/** `Ich danke Ihnen für Ihre Nachricht`: who speaks of themselves and of nobody else speaks to somebody. */
function isSpokenTo(before: readonly string[]): boolean {
  if (before.some((each) => OTHERS.test(each))) return false;
  return before.some((each) => SPEAKERS.test(each)) || (before[0] === "es" && before[1] === "wenn");
}

/** `Wir laden Sie ein`: what is said to people rather than of them. */
const TURNING =
  /^(?:bitten?|laden?|informieren?|erinnern?|rufen?|benachrichtigen?|ersuchen?|fordern?|begrüßen?|kontaktieren?)$/;
/** `In Erwartung Ihrer Antwort`, if nobody else is spoken of. */
const SENT =
  /^(?:antwort|auftrag|bestellung|unterstützung|hilfe|mühe|rückmeldung|nachricht|verständnis|anfrage|interesse|vertrauen|mitteilung|schreiben)$/;

export function isPolite({ word, before, after }: WordContext): boolean {
  const [last = "", lastButOne] = before;
  if (/^ih(?:nen|re[nrms]?)$/.test(word) && isSpokenTo(before)) return true;
  if (/^ihre?[mnrs]?$/.test(word) && SENT.test(after[0] ?? "") && !before.some((each) => OTHERS.test(each)))
    return true;
  if (word === "sie") {
    if (/^(?:wir|ich)$/.test(lastButOne ?? "") && TURNING.test(last)) return true;
    if (lastButOne === "bitte") return /en$/.test(last);
    // `Die Anleitung finden Sie unter …`
    if (/^(?:finden|erreichen|erhalten)$/.test(last) && POINTING.has(after[0] ?? "")) return true;
    if (/^(?:finden|erhalten)$/.test(last) && ATTACHED.has(lastButOne ?? "")) return true;
    // `Öffnen Sie die Datei`, `haben Sie noch Fragen`
    if (lastButOne === undefined && /..en$/.test(last) && !THEIRS.has(last) && after.length > 0) return true;
    return lastButOne === undefined && ASKING.has(last) && ASKED_FOR.has(after[0] ?? "");
  }
  if (!/^ihre?[mnrs]?$/.test(word)) return word === "ihnen" && /^wünschen?$/.test(lastButOne ?? "");
  const joint = `${lastButOne} ${last}`;
  return joint === "dank für" || joint === "danke für" || joint === "mich auf";
}
