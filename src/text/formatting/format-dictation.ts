/** From the words that were recognized to text that is ready to insert. Pure: the same words give the same text. */

import { applyDictionary } from "../dictionary/terms.ts";
import { rulesFor } from "../languages/index.ts";
import { scriptRulesFor } from "../languages/scripts.ts";
import type { LanguageRules } from "../words/language-rules.ts";
import { type Certainty, render, type Token, tokenize, writtenPlaces } from "../words/tokens.ts";
import { type AppDescription, appKindOf } from "./app-kind.ts";
import { addCertainCommas } from "./commas.ts";
import { writeEmoji } from "./emoji.ts";
import { dropFillers } from "./fillers.ts";
import { separateGreeting, setGreeting } from "./greetings.ts";
import { applyInstructions, withOpening, withSignOff } from "./instructions/apply.ts";
import { type InstructionRules, readInstructions } from "./instructions/read.ts";
import { fitCase, joinTo, type Surroundings } from "./join.ts";
import { applyMarkConventions } from "./mark-conventions.ts";
import { applyStyle, styleFor, withoutStop } from "./message-style.ts";
import { writeNumberedLists } from "./numbered-lists.ts";
import { quoteWord } from "./quoted-word.ts";
import { type FormattedText, type Reason, Reasons } from "./reasons.ts";
import { applyReplacements, type Replacement } from "./replacements.ts";
import { applySelfCorrections } from "./self-corrections.ts";
import { applyCase, applyLastStop, isFinished } from "./sentences.ts";
import { writeSpelledNames } from "./spelled-names.ts";
import { applySpokenMarks } from "./spoken-marks.ts";
import { writeHouseNumbers } from "./street-names.ts";
import { unsureWords } from "./unsure-words.ts";
import { applyWrittenForms } from "./written-forms.ts";

export interface FormatOptions extends AppDescription {
  /** `LanguageCode` of the contract: what was recognized. With `auto` only the script's own rules hold. */
  language: string;
  /** Casual messaging: lower-case start, no last stop, light punctuation. */
  casual?: boolean;
  textBefore?: string;
  textAfter?: string;
  dictionary?: readonly string[];
  /** Terms of an organization: those of the person's own win. */
  sharedDictionary?: readonly string[];
  replacements?: readonly Replacement[];
  instructions?: string;
  /** How long the user's replacements may make the text. */
  mostChars?: number;
  /** Seconds of silence before each word as white space sets them apart, if the recognizer reports times. */
  pauses?: readonly number[];
  /** How sure the recognizer is of each word, where that is known. */
  certainties?: readonly (Certainty | null)[];
}

/** @throws TextTooLong */
export function formatDictation(recognized: string, options: FormatOptions): string {
  return formatWithReasons(recognized, options).text;
}

/** The text, and for every recognized word that is not in it why. @throws TextTooLong */
export function formatWithReasons(recognized: string, options: FormatOptions): FormattedText {
  const rules = options.language === "auto" ? scriptRulesFor(recognized) : rulesFor(options.language);
  const instructions = readInstructions(options.instructions ?? "").rules;
  const finished = isFinished(recognized, rules);
  const reasons = new Reasons(rules.spaced);
  const said = tokenize(recognized, rules, options);
  // Without what the speaker took back or did not mean to say.
  const spoken = dropFillers(applySelfCorrections(said, rules, reasons), rules, reasons);
  const startsText = surroundingsOf(options).textBefore.trim() === "";
  const isLetter = startsText && appKindOf(options) === "mail";
  const sentences = writeSentences(spoken, { rules, reasons, instructions, finished, startsText, isLetter });
  const personal = applyPersonal(sentences, { rules, reasons, instructions, options });
  const text = fit(personal, rules, instructions, options, !finished);
  // Without spaces between words, what is known belongs to a whole sentence.
  const unsure = (finished: string) => (rules.spaced ? unsureWords(said, finished) : []);
  if (!losesTooMuch(said, text, reasons.all)) return { text, reasons: reasons.all, unsure: unsure(text) };
  const raw = joinTo(recognized.trim(), surroundingsOf(options), rules);
  const reason: Reason = { code: "raw", places: [], said: raw, written: raw };
  return { text: raw, reasons: [reason], unsure: unsure(raw) };
}

const LARGEST_LOSS = 1 / 4;

/** Nothing left of words, or too many gone that nobody took back: then what was recognized is the safer text. */
function losesTooMuch(said: readonly Token[], text: string, reasons: readonly Reason[]): boolean {
  const words = said.filter(({ at }) => at !== undefined).length;
  if (words === 0) return false;
  const takenBack = reasons.some(({ code }) => code === "command" || code === "instruction");
  if (text.trim() === "") return !takenBack && !reasons.some(({ code }) => code === "mark");
  const repeated = reasons.filter(({ code }) => code === "repetition").length;
  return repeated > words * LARGEST_LOSS;
}

interface Step {
  rules: LanguageRules;
  reasons: Reasons;
  instructions: InstructionRules;
}

interface Start {
  /** The recognizer wrote marks and capitals. */
  finished: boolean;
  /** Nothing stands before the text; and it is a mail. */
  startsText: boolean;
  isLetter: boolean;
}

/** Numbers and addresses go first: an address takes words that are marks elsewhere (`slash`, `colon`). */
function writeSentences(
  tokens: readonly Token[],
  { rules, reasons, instructions, finished, startsText, isLetter }: Step & Start,
): Token[] {
  const named = instructions.emoji ? writeEmoji(tokens, rules, reasons) : tokens;
  const itemized = writeNumberedLists(named, rules, reasons);
  const written = writeHouseNumbers(applyWrittenForms(itemized, rules, instructions.numbers), rules);
  reasons.addChanged("number", itemized, written);
  const quoted = quoteWord(writeSpelledNames(written, rules), rules);
  const marked = applySpokenMarks(quoted, rules, reasons, startsText);
  const isBare = startsText && !finished;
  const greeted = isLetter ? setGreeting(marked, rules) : isBare ? separateGreeting(marked, rules) : marked;
  const listed = finished ? greeted : addCertainCommas(greeted, rules);
  const cased = applyCase(listed, rules, finished);
  return applyMarkConventions(finished ? cased : applyLastStop(cased, rules), rules);
}

const NO_TERMS: readonly string[] = [];

/** Dictionary, replacements and instructions of the user. */
function applyPersonal(
  tokens: readonly Token[],
  { rules, reasons, instructions, options }: Step & { options: FormatOptions },
): Token[] {
  const { dictionary = NO_TERMS, sharedDictionary = NO_TERMS, replacements = [], mostChars } = options;
  const known = applyDictionary(tokens, dictionary, rules.code, sharedDictionary);
  reasons.addChanged("dictionary", tokens, known);
  const text = render(known);
  const replaced = applyReplacements(text, replacements, rules.code, {
    written: writtenPlaces(known),
    ...(mostChars !== undefined && { mostChars }),
  });
  reasons.addRewritten("replacement", text, replaced);
  const obeyed = applyInstructions(replaced, instructions, rules.code);
  reasons.addRewritten("instruction", replaced, obeyed);
  return obeyed === text ? known : keepKnowledge(tokenize(obeyed, rules), known);
}

/** The facts about the first and last word survive a change of the text between. */
function keepKnowledge(tokens: Token[], known: readonly Token[]): Token[] {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first && first.text === known[0]?.text) tokens[0] = { ...first, kind: known[0].kind };
  const end = tokens.length - 1;
  if (last && known.at(-1)?.spoken) tokens[end] = { ...(tokens[end] as Token), spoken: true };
  return tokens;
}

/** The style of the place that receives the text, and its joints with what stands there. */
function fit(
  tokens: readonly Token[],
  rules: LanguageRules,
  instructions: InstructionRules,
  options: FormatOptions,
  wroteCase: boolean,
): string {
  const kind = appKindOf(options);
  const { textBefore, textAfter } = surroundingsOf(options);
  let fitted = applyStyle(tokens, styleFor(kind, options.casual ?? false, tokens), rules, wroteCase);
  fitted = fitCase(fitted, { textBefore, textAfter }, rules, wroteCase);
  const last = fitted.at(-1);
  if (last && instructions.lastStop === false) fitted = [...fitted.slice(0, -1), withoutStop(last, rules)];
  const closes =
    kind === "mail" && textAfter.trim() === "" && !textBefore.includes(instructions.signOff ?? "\n\n\n");
  const opens =
    kind === "mail" && textBefore.trim() === "" && !textAfter.includes(instructions.opening ?? "\n\n\n");
  const letter = withSignOff(withOpening(render(fitted), instructions, opens), instructions, closes);
  return joinTo(letter, { textBefore, textAfter }, rules);
}

function surroundingsOf({ textBefore = "", textAfter = "" }: FormatOptions): Surroundings {
  return { textBefore, textAfter };
}
