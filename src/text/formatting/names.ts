/** Names by where they stand: after a title, in a letter's greeting, below its close. */

import { oncePer, setOf } from "../../lib/once-per.ts";
import { isKnownName, isPlainWord, isUsualName, knowsFrequentWords } from "../words/frequent-words.ts";
import type { LanguageRules, NameWord } from "../words/language-rules.ts";
import { capitalize, fold } from "../words/letter-case.ts";
import { beginsSentence, foldedForm, spokenForm, spokenForms, type Token } from "../words/tokens.ts";

/** `Mit den allerbesten Grüßen` */
const LONGEST_LINE_WORDS = 5;
const LONGEST_NAME_WORDS = 3;
/** `miss` */
const SHORTEST_PLURAL = 4;
/** Lower-case words between the parts of a name. */
export const PARTICLES = new Set(
  "i von van de der den del della di da do dos das du la las le los y e und et and or o oder ou zu zur zum".split(
    " ",
  ),
);

/** The word with its capital if it is part of a name. */
export function nameForm(tokens: readonly Token[], index: number, rules: LanguageRules): string | undefined {
  const token = tokens[index];
  if (!token || token.kind !== undefined || !/^\p{L}/u.test(token.text)) return undefined;
  const isName =
    isTitled(tokens, index, rules) ||
    isSurname(tokens, index, rules) ||
    isCalled(tokens, index, rules) ||
    isFirm(tokens, index, rules) ||
    isSaint(tokens, index, rules) ||
    isParty(tokens, index, rules) ||
    isFullName(tokens, index, rules) ||
    isGreeted(tokens, index, rules) ||
    isAddressed(tokens, index, rules) ||
    isSigned(tokens, index, rules);
  return isName ? capitalize(token.text, rules.code) : undefined;
}

function isPlain(token: Token | undefined, { code }: LanguageRules): boolean {
  return isPlainWord(foldedForm(token), code);
}

/** `Frau Weber`, `la señora Ruiz`; but `die Frau weint`. */
function isTitled(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const { namedAfter, stutters = [], notNames = [], nameEndings } = rules;
  const [word, title] = [spokenForm(tokens[index]), tokens[index - 1]];
  const titleWord = elidedForm(title);
  // `Frau Doktor Öztürk`
  const isChain =
    tokens[index - 2]?.after === "" &&
    (namedAfter?.includes(spokenForm(tokens[index - 2])) ?? false) &&
    TITLE.test(spokenForm(title));
  if (isChain && title?.after === "" && !PARTICLES.has(word) && !nameEndings) return true;
  if (!namedAfter?.includes(titleWord) || title?.after !== "") return false;
  // `L'avvocato scriverà`
  if (stutters.includes(word) || notNames.includes(word) || PARTICLES.has(word) || /[àòìù]$/u.test(word))
    return false;
  if (nameEndings && !endsLikeName(word, rules)) return false;
  const [before, isFirst] = [spokenForm(tokens[index - 2]), beginsSentence(tokens, index - 1)];
  return isFirst || !ARTICLE.test(before) || !isPlain(tokens[index], rules);
}

/** `García de la Fuente`, `Herrn von Weizsäcker`: after a name or a title, also with a particle between. */
function isSurname(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const { surnames, capitalized, namedAfter = [], code } = rules;
  let at = index - 1;
  while (at >= index - MOST_PARTICLES && PARTICLES.has(spokenForm(tokens[at])) && tokens[at]?.after === "")
    at -= 1;
  const [word, before] = [foldedForm(tokens[index]), elidedForm(tokens[at])];
  if (before === "" || tokens[at]?.after !== "") return false;
  const isTitle = () => TITLE.test(before) || namedAfter.includes(before);
  const form = Object.hasOwn(capitalized, before) ? capitalized[before] : before;
  const isTitleBefore = namedAfter.includes(spokenForm(tokens[at - 1]));
  const isBeside = at === index - 1;
  // `Pani Róża Witkowska`, though nobody lists Róża.
  const isSecond = (form !== before || isTitleBefore) && endsLikeName(word, rules);
  // `Doktor Sabina Wolska`
  const isFirst =
    tokens[index]?.after === "" && endsLikeName(spokenForm(tokens[index + 1]), rules) && isTitle();
  const isLast =
    isTitleBefore && form !== before && !rules.notNames?.includes(word) && rules.lastNames?.test(word);
  // `Giancarlo Mazzoni`, by how it ends.
  const isAfterGiven = rules.givenNames?.has(before) && rules.familyNames?.test(word);
  if (isBeside && (isSecond || isFirst || isLast || isAfterGiven)) return true;
  if (surnames && setOf(surnames).has(word))
    return isTitle() || form !== before || (isKnownName(fold(before), NAMES_OF[code] ?? code) && at >= 0);
  if (word.length < SHORTEST_NAME) return false;
  if (isBeside)
    return (
      rules.givenNames?.has(before) === true && knowsFrequentWords(code) && !isPlain(tokens[index], rules)
    );
  const isForeign = /^(?:van|von)$/.test(spokenForm(tokens[at + 1]));
  if (!isTitle() || (!isForeign && NAMES_OF[code])) return false;
  const isGerman = code === "de" && !/^(?:der|dem|den|hier|dort|heute|gestern|nebenan|gegenüber)$/.test(word);
  return isGerman || !isPlain(tokens[index], rules);
}

const MOST_PARTICLES = 2;

function isOneOf(kind: NameWord, token: Token | undefined, { nameWords }: LanguageRules): boolean {
  return nameWords?.[kind]?.includes(spokenForm(token)) ?? false;
}

/** `La ditta Galli e Figli`, `la ditta Fratelli Colombo`, `la società Alfa S.r.l.` */
function isFirm(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  if (!rules.nameWords) return false;
  // `Die Stahlbau Lehmann GmbH`
  const isPart = (place: number) =>
    tokens[place]?.after === "" && !rules.articles?.includes(spokenForm(tokens[place]));
  const isLegal = (place: number) => isOneOf("legalForms", tokens[place], rules);
  if (isPart(index) && (isLegal(index + 1) || (isPart(index + 1) && isLegal(index + 2))))
    return !isOneOf("firms", tokens[index], rules) && !PARTICLES.has(spokenForm(tokens[index]));
  const isPartner = (place: number) => isOneOf("partners", tokens[place], rules);
  const isAfterFirm = (place: number) =>
    isOneOf("firms", tokens[place - 1], rules) && tokens[place - 1]?.after === "";
  if (isAfterFirm(index) && (isPartner(index) || /^S\./.test(tokens[index + 1]?.text ?? ""))) return true;
  if (isPartner(index - 1) && isAfterFirm(index - 1)) return true;
  const at = isPartner(index) ? index : index + 2;
  const [firm, and] = [tokens[at - 2], tokens[at - 1]];
  const isJoined = PARTICLES.has(spokenForm(and)) && firm?.after === "" && and?.after === "" && at > 2;
  return isJoined && isPartner(at) && isOneOf("firms", tokens[at - 3], rules);
}

/** `L'ospedale San Raffaele` */
function isSaint(tokens: readonly Token[], index: number, { capitalized }: LanguageRules): boolean {
  const isBeside = tokens[index]?.after === "" && Object.hasOwn(capitalized, spokenForm(tokens[index + 1]));
  return isBeside && /^(?:san|santa|são)$/.test(spokenForm(tokens[index]));
}

/** `In der Sache Weiß gegen Schwarz` */
function isParty(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const at = isOneOf("against", tokens[index - 1], rules) ? index - 1 : index + 1;
  return (
    isOneOf("against", tokens[at], rules) &&
    isOneOf("lawsuits", tokens[at - 2], rules) &&
    [at - 2, at - 1, at].every((place) => tokens[place]?.after === "")
  );
}

/** `Il testimone si chiama Gian Carlo Riva`: words after a phrase that a name follows. */
function isCalled(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const { namedBy = [], notNames = [], stutters = [], code } = rules;
  if (namedBy.length === 0) return false;
  const mayName = (at: number) => {
    const word = spokenForm(tokens[at]);
    if (tokens[at]?.kind !== undefined || notNames.includes(word) || stutters.includes(word)) return false;
    return PARTICLES.has(word) || !isPlain(tokens[at], rules) || isUsualName(fold(word), code);
  };
  if (PARTICLES.has(spokenForm(tokens[index]))) return false;
  const lasts = lastWordsOf(namedBy);
  for (let start = index; start > Math.max(0, index - LONGEST_NAME_WORDS); start -= 1) {
    if (tokens[start - 1]?.after !== "") return false;
    if (!lasts.has(spokenForm(tokens[start - 1]))) continue;
    const before = ` ${spokenForms(tokens, start - LONGEST_NAME_WORDS, start).join(" ")}`;
    if (!namedBy.some((phrase) => before.endsWith(` ${phrase}`))) continue;
    return Array.from({ length: index - start + 1 }, (_, place) => start + place).every(mayName);
  }
  return false;
}

const lastWordsOf = oncePer(
  (phrases: readonly string[]) => new Set(phrases.map((phrase) => phrase.slice(phrase.lastIndexOf(" ") + 1))),
);

/** `Witkowska`, in languages whose names are known by it. */
export function endsLikeName(word: string, { nameEndings = [] }: Partial<LanguageRules>): boolean {
  return nameEndings.some((ending) => word.endsWith(ending));
}

/** `l'ingegner` is a title too. */
function elidedForm(token: Token | undefined): string {
  const word = spokenForm(token);
  return word.includes("'") ? word.replace(/^\p{L}{1,4}'(?=\p{L})/u, "") : word;
}

/** Languages whose own words are not listed know the names of a neighbour. */
const NAMES_OF: Readonly<Record<string, string>> = { it: "es", pt: "es", nl: "de", pl: "de" };
export const TITLE =
  /^(?:dr|prof|do[ck]tor[ae]?|docteure?|professor[ae]?|professeure?|profesora?|dottor(?:e|essa)?|professor(?:e|essa)|signora?|avvocat[oa]|ingegner[e]?|señor(?:ita|a)?|do[nñ]a?|dokter|mevrouw|meneer|notaris|madame|monsieur|maître|pani?|frau|herrn?|senhora?|doutora?|dona|engenheir[oa]|mr|mrs|ms)\.?$/;
const SHORTEST_NAME = 4;

/** `Thomas Berger`, `la dottoressa Isabella`: names that many people have, two together or one after a title. */
function isFullName(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const list = NAMES_OF[rules.code] ?? rules.code;
  if (!knowsFrequentWords(list)) return false;
  // English writes `dr. fiona` as one.
  const wordAt = (at: number) => {
    const form = foldedForm(tokens[at]);
    return form.includes(" ") ? form.slice(form.lastIndexOf(" ") + 1) : form;
  };
  // `O segundo segundo` is no name.
  const joins = (at: number) =>
    tokens[at]?.after === "" && tokens[at + 1]?.gap === " " && wordAt(at) !== wordAt(at + 1);
  if (wordAt(index).length < SHORTEST_NAME) return false;
  const isUsual = (at: number) => wordAt(at).length >= SHORTEST_NAME && isUsualName(wordAt(at), list);
  // `Tu nieto Pablo`
  const isOwn = (at: number) => rules.letters?.own?.includes(spokenForm(tokens[at - 1])) ?? false;
  const isName = (at: number) =>
    isUsual(at) && !isPlain(tokens[at], rules) && !isOwn(at) && !rules.notNames?.includes(wordAt(at));
  const titled = (at: number) =>
    (foldedForm(tokens[at]).includes(" ") && TITLE.test(foldedForm(tokens[at]).split(" ")[0] ?? "")) ||
    (joins(at - 1) && TITLE.test(spokenForm(tokens[at - 1])));
  if (isUsual(index) && titled(index)) return true;
  const followsName = joins(index - 1) && (isName(index - 1) || (isUsual(index - 1) && titled(index - 1)));
  if ((followsName || (joins(index) && isName(index + 1))) && isName(index)) return true;
  if (!followsName) return false;
  if (endsLikeName(spokenForm(tokens[index]), rules)) return true;
  return titled(index - 1) && list === rules.code && (isUsual(index) || !isPlain(tokens[index], rules));
}

/** Of the languages that have titles. */
const ARTICLE =
  /^(?:d(?:ie|er|en|em|es|as)|(?:k?ein|mein|dein|sein|ihr|unser|eure?|jed|dies)(?:e[mnrs]?)?|el|l[ae]s?|del|al|une?|una|un[ao]s|esta?|est?e|mis?|sus?|tus?|nuestr[ao]|ce(?:tte|t)?|m[ao]n?|s[ao]n?|votre|notre|d[eu]|au)$/;

/** How many of the words are a greeting of the language. */
export function greetingLength(words: readonly string[], { letters }: LanguageRules): number {
  const said = `${words.join(" ")} `;
  return letters?.greetings.find((greeting) => said.startsWith(`${greeting} `))?.split(" ").length ?? 0;
}

/** `Hi Marta,` and `Dear Professor Lindqvist,`; but `hi there,`. */
function isGreeted(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const { letters } = rules;
  if (!letters) return false;
  const start = lineStart(tokens, index, LONGEST_LINE_WORDS);
  if (index - start > LONGEST_LINE_WORDS) return false;
  const end = lineEnd(tokens, start);
  const opening = tokens.slice(start, end + 1).map(spokenForm);
  const length = greetingLength(opening, rules);
  const names = opening.slice(length);
  if (length === 0 || index < start + length || index > end) return false;
  const isCalled =
    tokens[end]?.after === "!" && isUsualName(fold(names.at(-1) ?? ""), NAMES_OF[rules.code] ?? rules.code);
  if (!isCalled && !/^[,:]$/.test(tokens[end]?.after ?? "")) return false;
  if (names.length > LONGEST_NAME_WORDS || names.some((word) => letters.everyone.includes(word)))
    return false;
  const word = spokenForm(tokens[index]);
  // `dear parents`
  if (word.length > SHORTEST_PLURAL && word.endsWith("s") && isPlain(tokens[index], rules)) return false;
  return !PARTICLES.has(word) && !letters.smallTitles?.includes(word);
}

/** `Dziękuję Panu za list` below a greeting; but `pan Nowak zadzwoni`. */
function isAddressed(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const { after, words } = rules.letters?.courtesy ?? {};
  if (!words?.includes(spokenForm(tokens[index])) || beginsSentence(tokens, index)) return false;
  const opening = tokens.slice(0, lineEnd(tokens, 0) + 1).map(spokenForm);
  const greets = opening.length < index && greetingLength(opening, rules) > 0;
  const next = foldedForm(tokens[index + 1]);
  const isNamed =
    [rules.namedAfter, rules.surnames].some((words) => words?.includes(next)) ||
    Object.hasOwn(rules.capitalized, spokenForm(tokens[index + 1])) ||
    endsLikeName(next, rules);
  return greets && opening.some((word) => after?.includes(word)) && !isNamed;
}

/** `Best regards,` and `Ingrid Solberg` below it. */
function isSigned(tokens: readonly Token[], index: number, rules: LanguageRules): boolean {
  const start = lineStart(tokens, index, LONGEST_NAME_WORDS);
  if (!isSignature(tokens, start, rules)) return false;
  const line = tokens.slice(start, lineEnd(tokens, start) + 1);
  const isName = line.length <= LONGEST_NAME_WORDS && line.some((token) => !isPlain(token, rules));
  return isName && !PARTICLES.has(spokenForm(tokens[index]));
}

const LONGEST_SIGNATURE_WORDS = 4;

/** Below the close of a letter; `Familie Demir` and `Kanzlei Reuter` end one without a close, too. */
export function isSignature(tokens: readonly Token[], start: number, rules: LanguageRules): boolean {
  const length = tokens.length - start;
  const isSigner =
    length > 1 &&
    length <= LONGEST_SIGNATURE_WORDS &&
    tokens[start]?.gap.includes("\n") === true &&
    isOneOf("signers", tokens[start], rules) &&
    tokens.slice(start, -1).every(({ after }) => after === "");
  return isSigner || isBelowClose(tokens, start, rules);
}

/** Whether the line above `start` closes a letter. */
function isBelowClose(tokens: readonly Token[], start: number, { letters }: LanguageRules): boolean {
  if (!letters || start === 0 || !tokens[start]?.gap.includes("\n")) return false;
  const above = lineStart(tokens, start - 1, LONGEST_LINE_WORDS);
  const close = tokens.slice(above, start);
  return (
    close.length <= LONGEST_LINE_WORDS && close.some((token) => letters.closings.includes(spokenForm(token)))
  );
}

/** @param most How many words before it are looked at. */
export function lineStart(tokens: readonly Token[], index: number, most = Number.POSITIVE_INFINITY): number {
  let start = index;
  while (start > 0 && index - start <= most && !tokens[start]?.gap.includes("\n")) start -= 1;
  return start;
}

/** The last word of the line, or the first with a mark after it. */
function lineEnd(tokens: readonly Token[], start: number): number {
  let end = start;
  while (
    end - start <= LONGEST_LINE_WORDS &&
    tokens[end]?.after === "" &&
    tokens[end + 1]?.gap.includes("\n") === false
  )
    end += 1;
  return end;
}
