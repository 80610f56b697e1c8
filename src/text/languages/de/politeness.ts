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
/** `Wir möchten Sie darauf hinweisen`, `darf ich Sie morgen anrufen` */
const WANTING =
  /^(?:möchten?|dürf(?:en|te|ten)|darf|k[aö]nn(?:en|te|ten)?|wollen|müssen|muss|soll(?:en)?|werden?)$/;
const TOLD =
  /^(?:hinweisen|informieren|bitten|erinnern|einladen|anrufen|zurückrufen|benachrichtigen|begrüßen|ersuchen|auffordern|beraten|kontaktieren|sprechen|stören|fragen)$/;
/** `Falls Sie noch Fragen haben, melden Sie sich bitte` */
const REQUEST = /(?:en|[rl]n) sie (?:(?:sich |uns |mich |mir )?bitte|uns|mich|mir)(?: |$)/;
/** `Das Teil, das Sie brauchen` */
const WISHING =
  /^(?:brauchen|benötigen|suchen|wünschen|bestellt|gewünscht|angefragt|gekauft|geschickt|gesendet|möchten)$/;

const MOST_BETWEEN = 6;

/** Whether the rest of the sentence speaks to somebody. */
function isToldBy({ before: [last = "", second = ""], after, later, earlier }: WordContext): boolean {
  const behind = later?.() ?? [];
  if (
    /^(?:wenn|falls|sobald|sofern|solange|bevor|nachdem|ehe|wo|ob)$/.test(last) &&
    REQUEST.test(behind.join(" "))
  )
    return true;
  if (/(?:en|[rl]n)$/.test(last) && /^(?:(?:sich|uns|mich|mir) )?bitte(?: |$)/.test(behind.join(" ")))
    return true;
  const isAsked = [`${second} ${last}`, `${last} ${second}`].some((pair) => {
    const [subject = "", verb = ""] = pair.split(" ");
    return /^(?:wir|ich)$/.test(subject) && WANTING.test(verb);
  });
  if (isAsked && behind.slice(0, MOST_BETWEEN).some((each) => TOLD.test(each))) return true;
  // `Den Vertrag, den Sie uns gesandt haben`
  const isDone = /^(?:uns|mir)$/.test(after[0] ?? "") && behind.slice(0, MOST_BETWEEN).includes("haben");
  const isRelative = /^(?:das|die|den|der|was)$/.test(last) && (isDone || WISHING.test(after[0] ?? ""));
  return isRelative && !(earlier?.() ?? []).some((word) => PEOPLE.test(word));
}

/** `In Erwartung Ihrer Antwort`, if nobody else is spoken of. */
const SENT =
  /^(?:antwort|auftrag|bestellung|unterstützung|hilfe|mühe|rückmeldung|nachricht|verständnis|anfrage|interesse|vertrauen|mitteilung|schreiben|unterschrift|zustimmung|einwilligung|stellungnahme|rückruf)$/;

/** `Guten Tag Frau Roth`, or the sentence asks: `wählen Sie … und öffnen Sie …`. */
const FORMAL =
  /^(?:sehr geehrt|(?:guten (?:tag|morgen|abend)|hallo|liebe|lieber) (?:frau|herr|familie)(?: |$))/;
/** Who else `sie` and `ihre` may mean. */
const PEOPLE =
  /^(?:sie|er|es|frau|firma|mutter|schwester|tochter|tante|oma|eltern|kinder|leute|gäste|nachbarn|beiden?|denen|\p{L}{3,}in(?:nen)?|(?:patient|kund|mandant|klient|kolleg|zeug)\p{L}+|(?:mitarbeiter|mieter|käufer|teilnehmer|kläger|schüler|besucher)n?)$/u;

/** `Auf Ihr Schreiben`; but `ich hoffe, ihr kommt`. */
const GOVERNING = /^(?:auf|für|an|um|über|gegen|durch|ohne)$/;

/** Whether the sentence speaks to somebody, and of nobody else. */
function isAddressed({ earlier = () => [], opening = () => "" }: WordContext): boolean {
  const said = earlier().toReversed();
  const [verb = "", sie] = said[0] === "bitte" ? said.slice(1) : said;
  const asks = sie === "sie" && /..(?:en|[rl]n)$/.test(verb) && !THEIRS.has(verb);
  const spoken = asks ? said.slice(said.indexOf("sie") + 1) : said;
  if (spoken.some((word) => PEOPLE.test(word))) return false;
  return asks || FORMAL.test(opening()) || said.some((word) => SPEAKERS.test(word));
}

export function isPolite(context: WordContext): boolean {
  const { word, before, after } = context;
  if (word !== "sie" && !word.startsWith("ih")) return false;
  const [last = "", lastButOne] = before;
  // `Sehr geehrte Frau Roth, ihre Brille …`
  if (before.length === 0 && /^(?:sie|ihre?[nrms]?)$/.test(word))
    return FORMAL.test(context.opening?.() ?? "");
  const isPronoun = /^ih(?:nen|re[nrms]?)$/.test(word) || (word === "ihr" && GOVERNING.test(last));
  if (isPronoun && last !== "die" && lastButOne !== undefined && isAddressed(context)) return true;
  // `Rufen wir Sie an`, `… oder wählen Sie`
  if (word === "sie" && /^(?:wir|ich)$/.test(last) && TURNING.test(lastButOne ?? "")) return true;
  if (
    word === "sie" &&
    /^(?:und|oder|dann)$/.test(lastButOne ?? "") &&
    /..(?:en|[rl]n)$/.test(last) &&
    isAddressed(context)
  )
    return true;
  if (/^ih(?:nen|re[nrms]?)$/.test(word) && isSpokenTo(before)) return true;
  if (/^ihre?[mnrs]?$/.test(word) && SENT.test(after[0] ?? "") && !before.some((each) => OTHERS.test(each)))
    return true;
  if (word === "sie") {
    if (isToldBy(context)) return true;
    if (/^(?:wir|ich)$/.test(lastButOne ?? "") && TURNING.test(last)) return true;
    if (/^(?:bitte|besten)$/.test(lastButOne ?? "")) return /(?:en|[rl]n)$/.test(last);
    // `Die Anleitung finden Sie unter …`
    if (/^(?:finden|erreichen|erhalten)$/.test(last) && POINTING.has(after[0] ?? "")) return true;
    if (/^(?:finden|erhalten)$/.test(last) && ATTACHED.has(lastButOne ?? "")) return true;
    // `Öffnen Sie die Datei`, `haben Sie noch Fragen`
    if (lastButOne === undefined && /..(?:en|[rl]n)$/.test(last) && !THEIRS.has(last) && after.length > 0)
      return true;
    return lastButOne === undefined && ASKING.has(last) && ASKED_FOR.has(after[0] ?? "");
  }
  if (!/^ihre?[mnrs]?$/.test(word)) return word === "ihnen" && /^wünschen?$/.test(lastButOne ?? "");
  const joint = `${lastButOne} ${last}`;
  return joint === "dank für" || joint === "danke für" || joint === "mich auf";
}
