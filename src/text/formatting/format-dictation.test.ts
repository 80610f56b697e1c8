import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { processorMs } from "../../../test/support/processor-time.ts";
import { isNumberWord } from "../languages/en/numbers.ts";
import { rulesFor } from "../languages/index.ts";
import { normalize } from "../languages/normalize.ts";
import commonEnglish from "../words/common-words.en.txt" with { type: "text" };
import { type FormatOptions, formatDictation } from "./format-dictation.ts";

/** `LanguageCode` of the contract without `auto`. */
const LANGUAGES = (
  "ar be bn bg yue ca hr cs da nl en et fi fr gl de el he hi hu id ga it ja ko lv lt ms mt cmn mr mn no fa pl pt ro " +
  "ru sl es sw sv ta th tr uk ur vi cy yi"
).split(" ");

const GOLDEN = join(import.meta.dir, "../../../test/golden/formatting");

function format(recognized: string, options: Partial<FormatOptions> = {}): string {
  return formatDictation(recognized, { language: "en", ...options });
}

/** Words that no rule knows: no numbers, marks, fillers or letters, and nothing beside a number or month either. */
const PLAIN = commonEnglish
  .split(/\s+/)
  .filter((word) => /^[a-z]{5,}$/.test(word) && !isNumberWord(word))
  .filter((word) => format(`the ${word} lamp ${word}`) === `The ${word} lamp ${word}.`)
  .filter((word) =>
    ["seven %", "% third", "% of july", "third %", "% fifth"]
      .map((frame) => frame.replace("%", word))
      .every((text) => normalize(text, rulesFor("en")) === text),
  );

type Case = [recognized: string, options: Partial<FormatOptions>, expected: string];

const cases: Case[] = [
  // Casual messages: lower-case start, no last stop; what was dictated stays.
  ["sounds good", { casual: true }, "sounds good"],
  ["Sounds good.", { casual: true }, "sounds good"],
  ["i think so", { casual: true }, "I think so"],
  ["are you coming", { casual: true }, "are you coming?"],
  ["so did my brother", {}, "So did my brother."],
  ["so did you call him", {}, "So did you call him?"],
  ["she left and so did i i was tired", {}, "She left and so did I I was tired."],
  ["i i was tired of all this", {}, "I was tired of all this."],
  ["don't you dare", {}, "Don't you dare."],
  ["how much it costs matters little", {}, "How much it costs matters little."],
  ["how many times do you wash", {}, "How many times do you wash?"],
  ["what is done is done", {}, "What is done is done."],
  ["we flew to new york in may", {}, "We flew to New York in May."],
  ["come in comma may i ask", {}, "Come in, may I ask."],
  ["on my way period", { casual: true }, "on my way."],
  [".", { focusedElement: "Search" }, "."],
  ["sounds good", { casual: true, app: "WhatsApp" }, "sounds good"],
  ["sounds good", { casual: true, app: "Acme Intranet" }, "sounds good"],
  ["sounds good", { casual: true, app: "Mail" }, "Sounds good."],
  ["sounds good", { casual: true, appBundleId: "com.microsoft.Outlook" }, "Sounds good."],
  ["sounds good", { casual: true, app: "Microsoft Word" }, "Sounds good."],
  ["sounds good", { casual: true, app: "Google Chrome", focusedElement: "Document content" }, "Sounds good."],
  ["monday works", { casual: true }, "Monday works"],
  // Kinds of apps.
  ["on my way", { app: "Slack" }, "On my way"],
  ["done period next one", { app: "Slack" }, "Done. Next one."],
  ["on my way", { appBundleId: "com.tinyspeck.slackmacgap" }, "On my way"],
  ["weather in london", { app: "Safari", focusedElement: "Address and search bar" }, "weather in London"],
  ["Best pizza in town.", { focusedElement: "Search" }, "best pizza in town"],
  ["IBM stock price", { focusedElement: "Search" }, "IBM stock price"],
  ["list all files", { app: "iTerm2" }, "list all files"],
  ["fix the parser", { appBundleId: "com.microsoft.VSCode" }, "fix the parser"],
  ["thank you for your mail", { app: "Mail" }, "Thank you for your mail."],
  ["hi anna thank you for the plan", { app: "Mail" }, "Hi Anna,\n\nThank you for the plan"],
  ["Dear Ms. Rowe, thank you for the plan.", { app: "Mail" }, "Dear Ms. Rowe,\n\nThank you for the plan."],
  [
    "Liebe Anna, vielen Dank für den Plan.",
    { app: "Mail", language: "de" },
    "Liebe Anna,\n\nvielen Dank für den Plan.",
  ],
  ["Hi Anna, thank you for the plan.", { app: "Slack" }, "Hi Anna, thank you for the plan"],
  // Joints.
  ["and then we left", { textBefore: "We ate" }, " and then we left."],
  ["and then we left", { textBefore: "We ate " }, "and then we left."],
  ["we left", { textBefore: "We ate." }, " We left."],
  ["we left", { textBefore: "We ate.\n" }, "We left."],
  ["we left", { textBefore: "Plan:\n- " }, "We left."],
  ["comma which is fine", { textBefore: "We ate" }, ", which is fine."],
  ["comma which is fine", { textBefore: "We ate," }, " which is fine."],
  ["we ate", { textAfter: ". Then we left." }, "We ate"],
  ["we ate", { textAfter: " and then we left." }, "We ate"],
  ["we ate", { textAfter: "and then we left." }, "We ate "],
  ["we ate", { textAfter: "Then we left." }, "We ate. "],
  ["we ate question mark", { textAfter: "?" }, "We ate"],
  ["monday", { textBefore: "See you on" }, " Monday."],
  ["IBM is here.", { textBefore: "I think" }, " IBM is here."],
  ["example", { textBefore: "(" }, "example."],
  // The recognizer's marks stay; spoken ones are added.
  ["Hello, comma, how are you, question mark.", {}, "Hello, how are you?"],
  ["Um, I think we should go.", {}, "I think we should go."],
  ["I paid twenty-five dollars.", {}, "I paid $25."],
  ["See you at 2 p.m.", {}, "See you at 2 p.m."],
  ["See you at two p.m.", {}, "See you at 2 p.m."],
  ["I met Anna, no wait, I met Tom.", {}, "I met Tom."],
  // The speaker's pauses.
  ["i went home scratch that we stay", { pauses: [0, 0, 0, 0.6, 0, 0.6, 0] }, "We stay."],
  ["i went home scratch that we stay", {}, "I went home scratch that we stay."],
  ["we like the period and the house", { pauses: [0, 0, 0, 0.5, 0.5, 0, 0] }, "We like the. And the house."],
  ["we like the period and the house", {}, "We like the period and the house."],
  // A number of them that fits no word is no evidence.
  ["i went home scratch that we stay", { pauses: [0, 0.6] }, "I went home scratch that we stay."],
  // All of it taken back.
  ["i went home early scratch that", {}, ""],
  // The dictionary and its limits.
  ["we run cubernetes here", { dictionary: ["Kubernetes"] }, "We run Kubernetes here."],
  ["ask tiro about it", { dictionary: ["TIRO"] }, "Ask TIRO about it."],
  ["we use post gress q l", { dictionary: ["PostgreSQL"] }, "We use PostgreSQL."],
  ["edinborgh's castle", { dictionary: ["Edinburgh"] }, "Edinburgh's castle."],
  ["flights to new york", { dictionary: ["New York"] }, "Flights to New York."],
  ["what do you mean", { dictionary: ["Shaun", "Mearn"] }, "What do you mean?"],
  ["an apple a day", { dictionary: ["Apple"] }, "An apple a day."],
  ["mertin said so", { dictionary: ["Martin", "Mertan"] }, "Mertin said so."],
  // Replacements come after the dictionary, instructions after them.
  ["see you btw", { replacements: [{ from: "btw", to: "by the way" }] }, "See you by the way."],
  // They match what was said, as well as what was made of it.
  [
    "see you at half past two",
    { replacements: [{ from: "half past two", to: "tea time" }] },
    "See you at tea time.",
  ],
  ["see you at half past two", { replacements: [{ from: "2:30", to: "tea time" }] }, "See you at tea time."],
  [
    "half past two is fine",
    { replacements: [{ from: "half past two", to: "tea time" }] },
    "Tea time is fine.",
  ],
  [
    "it costs four hundred and fifty dollars or four hundred and fifty dollars more",
    { replacements: [{ from: "Four hundred and fifty dollars", to: "the usual rate" }] },
    "It costs the usual rate or the usual rate more.",
  ],
  [
    "we meet at half past two sharp",
    {
      replacements: [
        { from: "half past two", to: "no" },
        { from: "at half past two sharp", to: "in the afternoon" },
        { from: "2:30", to: "no" },
      ],
    },
    "We meet in the afternoon.",
  ],
  [
    "the call is at two fifteen p m",
    { replacements: [{ from: "two fifteen p m", to: "tea" }] },
    "The call is at tea.",
  ],
  // A part of a number is no place for them, and their result is not looked at again.
  ["it costs two hundred dollars", { replacements: [{ from: "two", to: "both" }] }, "It costs $200."],
  [
    "twenty five or 5",
    {
      replacements: [
        { from: "twenty five", to: "5" },
        { from: "5", to: "five" },
      ],
    },
    "5 or five.",
  ],
  ["my colour is grey", { instructions: "Use American spelling." }, "My color is gray."],
  ["we organize it", { instructions: "I write British English." }, "We organise it."],
  ["we have twenty five and two", { instructions: "Spell out numbers." }, "We have twenty-five and two."],
  ["we have two of one kind", { instructions: "Write numbers as digits." }, "We have 2 of one kind."],
  ["great exclamation point", { instructions: "Never use exclamation marks." }, "Great."],
  ["i ran", { instructions: "No period at the end." }, "I ran"],
  [
    "thanks a lot",
    { app: "Mail", instructions: 'Sign off emails with "Best, Anna".' },
    "Thanks a lot.\n\nBest,\nAnna",
  ],
  [
    "thanks a lot",
    { app: "Mail", instructions: 'Start my emails with "Hello team,"' },
    "Hello team,\n\nThanks a lot.",
  ],
  [
    "dear anna comma thanks",
    { app: "Mail", instructions: 'Start my emails with "Hello team,"' },
    "Dear Anna, thanks.",
  ],
  [
    "thanks a lot",
    { app: "Mail", textBefore: "Hello team,\n\n", instructions: 'Start my emails with "Hello team,"' },
    "Thanks a lot.",
  ],
  ["thanks a lot", { app: "Slack", instructions: 'Start my emails with "Hello team,"' }, "Thanks a lot"],
  ["thanks a lot", { instructions: "Write everything in uppercase." }, "THANKS A LOT."],
  ["buy milk period call anna", { instructions: "Use bullet points." }, "- Buy milk.\n- Call anna."],
  ["thanks a lot", { app: "Slack", instructions: 'Sign off emails with "Best, Anna".' }, "Thanks a lot"],
  ["thanks", { app: "Mail", textAfter: "\nBest", instructions: 'Sign off with "Best".' }, "Thanks."],
  // If the language is unknown, the script gives hints.
  ["twenty five", { language: "auto" }, "Twenty five."],
  ["今天很好", { language: "auto" }, "今天很好。"],
  ["مرحبا بكم", { language: "auto" }, "مرحبا بكم."],
  ["สวัสดี", { language: "auto" }, "สวัสดี"],
  ["", {}, ""],
  ["  ", {}, ""],
  // Nothing would be left of the words: they stay.
  ["um", {}, "um"],
];

test.each(cases)("%j formatted with %j becomes %j", (recognized, options, expected) => {
  expect(format(recognized, options)).toBe(expected);
});

test("finished text stays as it is: every golden result, twice", () => {
  const languages = readdirSync(GOLDEN).filter((name) => existsSync(join(GOLDEN, name, "sentences.tsv")));
  expect(languages).toContain("en");
  for (const language of languages) {
    const file = join(GOLDEN, language, "sentences.tsv");
    const written = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes("\t") && !line.startsWith("#"));
    for (const line of written) {
      const text = (line.split("\t")[1] ?? "").replaceAll("\\n", "\n");
      expect(formatDictation(text, { language })).toBe(text);
    }
  }
});

test("formatting twice is formatting once, in every place", () => {
  const options = fc.record({
    casual: fc.boolean(),
    app: fc.constantFrom("", "Slack", "Mail", "Terminal", "Xcode"),
    focusedElement: fc.constantFrom("", "Search"),
  });
  const words = fc.array(
    fc.constantFrom(...PLAIN, "comma", "period", "twenty", "five", "dollars", "new line"),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(words, options, (spoken, place) => {
      // If no stop ends a line, one that was spoken is kept, and one that stands there is dropped.
      const endsLines = place.app === "Mail" && place.focusedElement === "";
      fc.pre(endsLines || spoken.at(-1) !== "period");
      const once = format(spoken.join(" "), place);
      expect(format(once, place)).toBe(once);
    }),
  );
});

test.each([
  ["spaces", `word${" ".repeat(40_000)}word`],
  ["line feeds", `word${"\n".repeat(40_000)}`],
  ["quotes", `word ${'"'.repeat(40_000)}`],
  ["stops", `word${".".repeat(40_000)} word`],
])("40,000 %s in a row take a moment", (_, text) => {
  const instructions = 'Use curly quotes. Use bullet points. Never use the word "time".';
  expect(processorMs(() => format(text, { instructions }))).toBeLessThan(500);
});

test("no word is lost that no rule knows", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 30 }), (words) => {
      const spoken = words.filter((word, index) => word !== words[index - 1]);
      const letters = format(spoken.join(" "))
        .toLowerCase()
        .replace(/[^a-z ]/g, "");
      expect(letters).toBe(spoken.join(" "));
    }),
  );
});

test("any text comes through without failure, and finished text without spoken words as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => expect(typeof format(text)).toBe("string")),
  );
  const sentence = fc.array(fc.constantFrom(...PLAIN), { minLength: 1, maxLength: 9 }).map((words) => {
    const text = words.join(" ");
    return `${text.replace(/^./, (letter) => letter.toUpperCase())}.`;
  });
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (sentences) => {
      const text = sentences.join(" ");
      for (const language of ["en", "de", "et", "sw"]) expect(formatDictation(text, { language })).toBe(text);
    }),
  );
});

test.each(LANGUAGES)("%s: words that every object inherits are words", (language) => {
  for (const name of Object.getOwnPropertyNames(Object.prototype))
    for (const said of [
      name,
      `the ${name} three`,
      `three ${name}`,
      `${name} at ${name} dot com`,
      `a b ${name}`,
    ]) {
      const text = formatDictation(said, { language });
      expect(text.toLowerCase()).toContain(name.toLowerCase().replaceAll("_", "").slice(0, 4));
      expect(text).not.toMatch(/function|\[object/);
    }
});

test("joints never double a space or a stop", () => {
  const around = fc.constantFrom(
    "",
    "We ate",
    "We ate ",
    "We ate.",
    "We ate. ",
    "Well,",
    "(",
    "so\n",
    "and so",
    " and",
    ".",
    ", too",
    "Then",
  );
  const spoken = fc
    .array(fc.constantFrom(...PLAIN, "comma", "period", "question mark"), { minLength: 1, maxLength: 6 })
    .map((words) => words.join(" "));
  fc.assert(
    fc.property(around, spoken, around, (textBefore, words, textAfter) => {
      const text = format(words, { textBefore, textAfter });
      const seams = textBefore.slice(-1) + text + textAfter.slice(0, 1);
      expect(seams).not.toMatch(/ {2}/);
      expect(textBefore.slice(-1) + text.slice(0, 1)).not.toMatch(/([.,!?])\1/);
      expect(text.slice(-1) + textAfter.slice(0, 1)).not.toMatch(/([.,!?])\1/);
    }),
  );
});

test("100 kB take about ten times as long as 10 kB, whatever they consist of", () => {
  const words = [
    "hello this is",
    "one",
    "one hundred",
    "plus one",
    "a b",
    "dot",
    "comma",
    "no wait",
    "the",
    "open quote",
    "example dot",
    "nineteen",
  ];
  for (const word of words) {
    const took = (bytes: number) => {
      const text = `${word} `.repeat(bytes / (word.length + 1));
      // The processor's time: the clock's depends on what else the machine does.
      const before = process.cpuUsage();
      format(text);
      return process.cpuUsage(before).user / 1000;
    };
    // Quadratic would be a hundred times.
    const most = 40 * Math.max(took(10_000), 50);
    expect(`${word}: ${took(100_000) < most}`).toBe(`${word}: true`);
  }
}, 300_000);

test.each(LANGUAGES)(
  "%s: text with its own punctuation is left alone, bare text gets the script's",
  (language) => {
    const finished = "Ok – 12,5 (abc); «def».";
    expect(formatDictation(finished, { language })).toBe(finished);
    const bare = formatDictation("abc def", { language });
    expect(bare.replace(/[\p{P}\s]/gu, "").toLowerCase()).toBe("abcdef");
    expect(formatDictation(bare, { language })).toBe(bare);
  },
);
