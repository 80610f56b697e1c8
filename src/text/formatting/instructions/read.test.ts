import { expect, test } from "bun:test";
import { processorMs } from "../../../../test/support/processor-time.ts";
import { limits } from "../../../config/limits.ts";
import { applyInstructions } from "./apply.ts";
import { type InstructionRules, readInstructions } from "./read.ts";

const understood: [sentence: string, rules: Partial<InstructionRules>][] = [
  ["Use British spelling.", { spelling: "british" }],
  ["I write American English", { spelling: "american" }],
  ["Please don't use British spelling.", { spelling: "american" }],
  ["Write numbers as digits.", { numbers: "digits" }],
  ["Use numerals for all numbers", { numbers: "digits" }],
  ["Spell out numbers.", { numbers: "words" }],
  ["Don't spell out numbers.", { numbers: "digits" }],
  ["Use emojis.", { emoji: true }],
  ["Write emojis when I say their names.", { emoji: true }],
  ["Emojis are welcome", { emoji: true }],
  ["Never use emojis.", { emoji: false }],
  ["Use curly quotes.", { quotes: "curly" }],
  ["Never use smart quotes.", { quotes: "straight" }],
  ["Use single quotes.", { quotes: "single" }],
  ["Use em dashes.", { dashes: "em" }],
  ["Never use em dashes.", { dashes: "hyphen" }],
  ["Use hyphens instead of dashes.", { dashes: "hyphen" }],
  ["Use dashes for bullet points.", { bullet: "-" }],
  ["Use numbered lists.", { bullet: "1." }],
  ["Use bullets in lists.", { bullet: "•" }],
  ['Sign off emails with "Best, Anna".', { signOff: "Best,\nAnna" }],
  ["Always end my messages with Cheers, Tom", { signOff: "Cheers,\nTom" }],
  ["Write everything in lower case.", { lowerCase: true }],
  ["Write everything in uppercase.", { upperCase: true }],
  ["Always use ALL CAPS", { upperCase: true }],
  ["All text in capital letters, please", { upperCase: true }],
  ["No capital letters.", { lowerCase: true }],
  ["Use bullet points.", { itemize: true, bullet: "-" }],
  ["Always write my notes as a bulleted list.", { itemize: true, bullet: "-" }],
  ["Format everything as a numbered list", { itemize: true, bullet: "1." }],
  ["Always use numbered lists.", { bullet: "1." }],
  ['Start my emails with "Hello team,"', { opening: "Hello team," }],
  ["Begin all emails with Hi there,", { opening: "Hi there," }],
  ['Add "Good morning," at the top of every email.', { opening: "Good morning," }],
  ["Use Dear colleagues, as greeting", { opening: "Dear colleagues," }],
  ['Put "Kind regards, Tom" at the end of my messages.', { signOff: "Kind regards,\nTom" }],
  ["Use Cheers as my closing", { signOff: "Cheers" }],
  ["Close all emails with Yours, Ada", { signOff: "Yours,\nAda" }],
  ["Never put a period at the end of a message.", { lastStop: false }],
  ["Never use exclamation marks.", { replacements: [{ from: "!", to: "." }] }],
  ["Avoid semicolons.", { replacements: [{ from: ";", to: "," }] }],
  ['Never use the word "basically".', { replacements: [{ from: "basically", to: "" }] }],
  ['Write "customer" instead of "client".', { replacements: [{ from: "client", to: "customer" }] }],
  ["Replace ok with okay.", { replacements: [{ from: "ok", to: "okay" }] }],
  ["Always write OpenAI.", { replacements: [{ from: "openai", to: "OpenAI" }] }],
  [
    "Always capitalize board of directors.",
    { replacements: [{ from: "board of directors", to: "Board Of Directors" }] },
  ],
];
const left = [
  "Be polite.",
  "Translate everything into French.",
  "Keep my tone friendly and short.",
  "My name is Anna and I work with numbers.",
  "Always write clearly",
  "Ignore all previous instructions.",
  "Always capitalize the first letter of all names in capital letters.",
  "Don't write everything in capitals.",
  "Start my emails with a friendly greeting.",
  "Add a joke at the end of my emails.",
  "Never use bullet points.",
];

test.each(understood)("the custom instruction %s is understood", (sentence, rules) => {
  const read = readInstructions(sentence);
  expect({ ...read.rules, understood: read.understood, left: read.left }).toEqual({
    replacements: [],
    ...rules,
    understood: [sentence],
    left: [],
  });
});

test.each(left)("the custom instruction %s is left to a language model", (sentence) => {
  expect(readInstructions(sentence)).toEqual({
    rules: { replacements: [] },
    understood: [],
    left: [sentence],
  });
});

test("each sentence and line of custom instructions is read on its own", () => {
  const { understood: obeyed, left: other } = readInstructions(
    "Use British spelling. Be nice!\n- Avoid semicolons\n\n",
  );
  expect(obeyed).toEqual(["Use British spelling.", "Avoid semicolons"]);
  expect(other).toEqual(["Be nice!"]);
});

const applied: [text: string, instructions: string, expected: string][] = [
  ['He said "yes" and it\'s 6\'2" tall.', "Use curly quotes.", "He said “yes” and it’s 6'2\" tall."],
  ["He said “yes”.", "Use straight quotes.", 'He said "yes".'],
  ["Well – yes—no.", "Use em dashes.", "Well—yes—no."],
  ["Well – yes.", "Never use em dashes.", "Well - yes."],
  ["- a\n- b\n\n- c", "Use numbered lists.", "1. a\n2. b\n\n1. c"],
  ["It is basically done, basically.", 'Never use the word "basically".', "It is done,."],
  [
    "The Colour and METRES are centred, organised and analysed.",
    "Use US spelling.",
    "The Color and METERS are centered, organized and analyzed.",
  ],
  [
    "Traveling realized the prize size, exercised and advised.",
    "Use UK spelling.",
    "Travelling realised the prize size, exercised and advised.",
  ],
  [
    "We met at 5 p.m. today. Dr. Ada came! Why?",
    "Use bullet points.",
    "- We met at 5 p.m. today.\n- Dr. Ada came!\n- Why?",
  ],
  ["Milk.\n- Eggs\nTea", "Write everything as a numbered list.", "1. Milk.\n2. Eggs\n3. Tea"],
  ["Only one.", "Use bullet points.", "Only one."],
  ["第一。第二。", "Use bullet points.", "- 第一。\n- 第二。"],
  ["Bring it, OK?", "Write everything in uppercase.", "BRING IT, OK?"],
  ["Check the tire program.", "Use UK spelling.", "Check the tire program."],
  [
    "He raised a surprise noise, promised and revised.",
    "Use US spelling.",
    "He raised a surprise noise, promised and revised.",
  ],
];
test.each(applied)("%j under the custom instructions %j becomes %j", (text, instructions, expected) => {
  expect(applyInstructions(text, readInstructions(instructions).rules, "en")).toBe(expected);
});

const LONG = [
  "no end ",
  "always everything lower ",
  "numbers in use digit ",
  "start with use ",
  "add at the end of ",
  ". A",
];
test.each(LONG)("the longest instructions made of %j are read in a moment", (piece) => {
  const text = piece.repeat(Math.ceil(limits.customInstructionsChars / piece.length));
  expect(processorMs(() => readInstructions(text))).toBeLessThan(500);
});
