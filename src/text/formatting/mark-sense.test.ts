import { expect, test } from "bun:test";
import {
  dictatedMarks,
  isDamaged,
  isMissed,
  LITERAL_LANGUAGES,
  literalSentences,
} from "../../../scripts/bench/literal-sentences.ts";
import { namedMarks } from "../../../scripts/bench/named-marks.ts";
import { formatWithReasons } from "./format-dictation.ts";

const MARKS = (
  "period,comma,colon,semicolon,dash,slash,hyphen,ellipsis,underscore,asterisk,question mark,exclamation mark," +
  "new line,new paragraph,bullet point,backslash,ampersand"
).split(",");
const NAMED = [
  "the M is wrong",
  "a M is missing",
  "that M should go",
  "each M counts",
  "his M was removed",
  "no M is needed",
  "there is a M in the text",
  "the last M was mine",
  "where does the M go",
  "put the M after the name",
  "another M came later",
  "is there a M after the name",
  "the first M of the book",
  "both ended with a M",
  "do you need a M here",
  "the new M worries me",
];

test.each(NAMED)("a mark that is named stays a word: %s", (sentence) => {
  for (const mark of MARKS) {
    const said = sentence.replace("M", mark);
    expect([said, formatWithReasons(said, { language: "en" }).reasons]).toEqual([said, []]);
  }
});

test.each([
  "lunch period was long",
  "the grace period hurt the farmers",
  "at a later period he moved to rome",
  "each opening period never really started",
  "the trial period no longer applies",
  "grace period hurt the farmers",
  "with one bold dash he reached the gate",
  "she added one comma too many",
  "we made a quick dash as soon as it was light",
  "it was a long semicolon for all of us",
  "we need one more period",
  "he stayed five days during which period he wrote",
  "she was happy at that period",
  "no period of silence lasts forever",
  "which comma do you mean",
  "i hate this comma",
  "the trains dash across the plain",
])("%s", (said) => {
  expect(formatWithReasons(said, { language: "en" }).reasons.filter(({ code }) => code === "mark")).toEqual(
    [],
  );
});

test("with nouns and verbs at random hardly a named mark is taken for one", () => {
  const sentences = namedMarks(1800, 3).filter(({ kind }) => kind !== "bare compound");
  const cut = sentences.filter(({ said }) =>
    formatWithReasons(said, { language: "en" }).reasons.some(({ code }) => code === "mark"),
  );
  expect(cut.length).toBeLessThan(0.03 * sentences.length);
});

test.each([
  ["it works period is it safe", "It works. Is it safe?"],
  ["done period works for me", "Done. Works for me."],
  ["open quote i want more close quote", '"I want more"'],
  ["no comma thanks", "No, thanks."],
  ["lock it in a drawer period it's mine", "Lock it in a drawer. It's mine."],
  ["we went to the party comma his family did not", "We went to the party, his family did not."],
  ["it was a long comma cold winter", "It was a long, cold winter."],
  ["take this one comma for it is yours", "Take this one, for it is yours."],
  ["meet me at the office period we leave at noon", "Meet me at the office. We leave at noon."],
])("%s → %s", (said, written) => {
  expect(formatWithReasons(said, { language: "en" }).text).toBe(written);
});

test.each([
  ["fr", "il ne vient point", "Il ne vient point."],
  ["es", "quiero que coma bien", "Quiero que coma bien."],
  ["de", "wir treffen uns punkt zwei uhr", "Wir treffen uns Punkt 2 Uhr."],
])("%s: %s → %s", (language, said, written) => {
  expect(formatWithReasons(said, { language }).text).toBe(written);
});

const MOST_DAMAGED_PERCENT = 1;

test.each(LITERAL_LANGUAGES)(
  "%s: words of marks are hardly ever taken for marks where they are words",
  (language) => {
    const sentences = literalSentences(language, "tuning");
    const damaged = sentences.filter((sentence) => isDamaged(sentence, language));
    expect(sentences.length).toBeGreaterThan(350);
    expect((100 * damaged.length) / sentences.length).toBeLessThanOrEqual(MOST_DAMAGED_PERCENT);
  },
);

test.each(LITERAL_LANGUAGES)("%s: marks between two clauses are written", (language) => {
  const dictated = dictatedMarks(language, "tuning");
  expect(dictated.length).toBeGreaterThan(40);
  expect(dictated.filter((said) => isMissed(said, language))).toEqual([]);
});

test("words that list what a thing is like do not name the mark behind them", () => {
  expect(formatWithReasons("кожа бледная запятая сухая запятая тёплая точка", { language: "ru" }).text).toBe(
    "Кожа бледная, сухая, тёплая.",
  );
});

test.each([
  ["de", "mach die tür zu punkt bis morgen", "Mach die Tür zu. Bis morgen."],
  ["de", "das ist ein wunder punkt ich staune", "Das ist ein Wunder. Ich staune."],
  ["de", "bitte lesen sie den text punkt", "Bitte lesen Sie den Text."],
  [
    "de",
    "der titel steht fest komma es gibt keine einwände",
    "Der Titel steht fest, es gibt keine Einwände.",
  ],
  ["de", "liebe frau alt komma absatz danke punkt", "Liebe Frau Alt,\n\ndanke."],
  ["da", "teksten er færdig punktum vi venter", "Teksten er færdig. Vi venter."],
  [
    "fr",
    "Il a dit, deux points, ouvrez les guillemets, je viens, fermez les guillemets, point.",
    "Il a dit\u202f: «\u00a0Je viens\u00a0».",
  ],
  ["es", "por qué signo de interrogación", "¿Por qué?"],
  ["ko", "네 쉼표 갑니다 마침표", "네, 갑니다."],
  ["ru", "что это вопросительный знак", "Что это?"],
  ["tr", "kim o soru işareti", "Kim o?"],
  ["pl", "nie wiem co to kropka do jutra", "Nie wiem co to. Do jutra."],
  ["ar", "من هناك علامة استفهام", "من هناك؟"],
  ["ja", "かわいい句点だけど高い", "かわいい。だけど高い。"],
])("%s: what may end a clause does not name the mark behind it: %s", (language, said, written) => {
  expect(formatWithReasons(said, { language }).text).toBe(written);
});

test.each([
  ["de", "der arzt sah einen dunklen punkt auf dem bild"],
  ["de", "in jeder zeile steht punkt"],
  ["de", "sie verwechselte komma mit strich"],
  ["de", "ob man komma setzt ist egal"],
  ["nl", "het begrip komma komt uit het grieks"],
  ["nl", "zij zei punt in plaats van streep"],
  ["cs", "věty odděluje otazník"],
  ["cmn", "通常两个数字之间有冒号"],
  ["cmn", "除了逗号都对"],
  ["de", "was soll das komma mitten im satz"],
  ["nl", "wat doet het vraagteken midden in de zin"],
  ["de", "da wo das fragezeichen steht beginnt das zitat"],
  ["nl", "daar waar het vraagteken staat begint het citaat"],
])("%s: a mark that is talked of stays a word: %s", (language, said) => {
  expect(formatWithReasons(said, { language }).reasons.filter(({ code }) => code === "mark")).toEqual([]);
});

test.each([
  ["de", "wir haben einen lehrer punkt er ist neu", "Wir haben einen Lehrer. Er ist neu."],
  ["de", "bitte löschen punkt", "Bitte löschen."],
  ["de", "der kunde kauft einen wagen punkt", "Der Kunde kauft einen Wagen."],
  [
    "de",
    "sie hat einen garten komma in dem äpfel wachsen punkt",
    "Sie hat einen Garten, in dem Äpfel wachsen.",
  ],
  ["de", "die werkstatt hat keinen ersatzreifen punkt", "Die Werkstatt hat keinen Ersatzreifen."],
  ["nl", "de arts schrijft een drankje voor punt", "De arts schrijft een drankje voor."],
  ["cmn", "这家店很特别句号我们再来", "这家店很特别。我们再来。"],
])("%s: what may end a clause ends it before a mark: %s", (language, said, written) => {
  expect(formatWithReasons(said, { language }).text).toBe(written);
});

test.each([
  ["cmn", "部分号码已经停用"],
  ["cmn", "他想换行业工作"],
  ["ja", "字句点検が終わりました"],
])("%s: no mark is found in parts of words: %s", (language, said) => {
  expect(formatWithReasons(said, { language }).reasons).toEqual([]);
});

/** Sentences with marks of their own, in which the word of a mark is a word: cut before it had to stand apart. */
test.each([
  ["es", "Estaban allí, y en aquel mismo punto se le respondió."],
  ["es", "Lo hizo sin faltar punto, como lo pedían los libros."],
  ["es", "Dice el médico que no coma de aquellos conejos, porque es manjar peliagudo."],
  ["es", "Vio la puerta, y ni coma ni duerma mientras ande con ellos."],
  ["fr", "Il viendra, mais il ne parle point aux gens."],
  ["it", "Era tardi, e fino a quel punto nessuno parlava."],
  ["pt", "Era tarde, e naquele mesmo ponto ninguém falava."],
])("%s: in a text with marks a mark's word between others stays: %s", (language, said) => {
  const { text, reasons } = formatWithReasons(said, { language });
  expect([text, reasons]).toEqual([said, []]);
});

test.each([
  [
    "es",
    "Hola, Ana. Muchas gracias, coma, nos vemos mañana.",
    "Hola, Ana. Muchas gracias, nos vemos mañana.",
  ],
  ["es", "Hola, Ana, nos vemos mañana punto", "Hola, Ana, nos vemos mañana."],
  ["es", "Hola, Ana. Gracias nueva línea nos vemos.", "Hola, Ana. Gracias\nNos vemos."],
  ["es", "Cada viñeta lleva una fecha.", "Cada viñeta lleva una fecha."],
  ["nl", "Hij maakt gebruik van de gewone nieuwe regel.", "Hij maakt gebruik van de gewone nieuwe regel."],
  ["nl", "Tot morgen, nieuwe regel.", "Tot morgen\n"],
  ["de", "Hallo, Anna. Vielen Dank, Komma, bis morgen.", "Hallo, Anna. Vielen Dank, bis morgen."],
  ["de", "Hallo, Anna. Frau Müller Bindestrich Lüders kommt.", "Hallo, Anna. Frau Müller-Lüders kommt."],
  ["fr", "Bonjour, Anna. Merci, virgule, à demain.", "Bonjour, Anna. Merci, à demain."],
])("%s: there it is the mark where it stands apart, and only there: %s", (language, said, written) => {
  expect(formatWithReasons(said, { language }).text).toBe(written);
});

test("a pause on both sides of a mark's word sets it apart in a text with marks", () => {
  const said = "Hola, Ana. Muchas gracias coma nos vemos.";
  const write = (pauses: number[]) => formatWithReasons(said, { language: "es", pauses }).text;
  const short = 0.04;
  expect(write([0, short, short, short, 0.7, 0.7, short])).toBe("Hola, Ana. Muchas gracias, nos vemos.");
  expect(write([0, short, short, short, short, 0.7, short])).toBe(said);
});
