import { expect, test } from "bun:test";
import fc from "fast-check";
import { limits } from "../../config/limits.ts";
import { rulesFor } from "../languages/index.ts";
import commonEnglish from "../words/common-words.en.txt" with { type: "text" };
import german from "../words/frequent-words.de.txt" with { type: "text" };
import english from "../words/frequent-words.en.txt" with { type: "text" };
import spanish from "../words/frequent-words.es.txt" with { type: "text" };
import french from "../words/frequent-words.fr.txt" with { type: "text" };
import { type Certainty, render, tokenize } from "../words/tokens.ts";
import { applyDictionary } from "./terms.ts";

const PLAIN = Object.fromEntries(
  Object.entries({ en: english, de: german, fr: french, es: spanish }).map(([language, text]) => [
    language,
    text.split("\n").filter((word) => /^\p{Ll}/u.test(word)),
  ]),
);

const common = commonEnglish.split(/\s+/).filter((word) => word !== "");

function corrected(text: string, dictionary: readonly string[], language = "en"): string {
  return render(applyDictionary(tokenize(text, rulesFor(language)), dictionary, language));
}

const cases: [text: string, dictionary: string[], expected: string][] = [
  ["we run cubernetes", ["Kubernetes"], "we run Kubernetes"],
  ["we run kubernetes", ["Kubernetes"], "we run Kubernetes"],
  ["post gress q l", ["PostgreSQL"], "PostgreSQL"],
  ["open a i wrote it", ["OpenAI"], "OpenAI wrote it"],
  ["edinborgh's, edinborgh.", ["Edinburgh"], "Edinburgh's, Edinburgh."],
  ["new, york", ["New York"], "new, york"],
  ["mertin", ["Martin", "Mertan"], "mertin"],
  ["two podcasts", ["Podcast"], "two Podcasts"],
  ["zandora", ["Pandora"], "zandora"],
  ["an apple", ["Apple"], "an apple"],
  ["muller", ["Müller"], "Müller"],
  ["ask kowalskis lawyer", ["Kowalski"], "ask Kowalskis lawyer"],
  ["ask anna covalsky", ["Anna Kowalski"], "ask Anna Kowalski"],
  ["ask joe covalsky", ["Anna Kowalski"], "ask joe covalsky"],
  ["they shun him", ["Shaun"], "they shun him"],
  ["ask mr shun today", ["Shaun"], "ask mr Shaun today"],
  ["Then ask Shun again", ["Shaun"], "Then ask Shaun again"],
  ["Shun him", ["Shaun"], "Shun him"],
  ["ask karen", ["Karin"], "ask karen"],
  ["Then ask Isabel's mother, Isabel.", ["Isobel"], "Then ask Isabel's mother, Isabel."],
  ["ask isabel kaye, isabel and kaye", ["Isobel", "Kaye"], "ask Isobel Kaye, isabel and Kaye"],
  ["ask cay isabel", ["Isobel", "Kaye"], "ask cay isabel"],
  ["kaye's isabel, kaye, isabel", ["Isobel", "Kaye"], "Kaye's isabel, Kaye, isabel"],
  ["ask isabel kowalsky", ["Isobel", "Kowalski"], "ask Isobel Kowalski"],
  ["ask isabel kaye", ["Isobel Kaye"], "ask Isobel Kaye"],
  ["dear Mr Clark, dear Clark", ["Clarke"], "dear Mr Clarke, dear Clark"],
  ["dear Miss Rebecca", ["Rebekah"], "dear Miss Rebecca"],
  ["ask filleps", ["Philips"], "ask Philips"],
  ["ask Brown today", ["Browne"], "ask Brown today"],
  ["ask martin", ["Martina"], "ask martin"],
  ["the other day", ["Theo"], "the other day"],
  ["the o is round", ["Theo"], "the o is round"],
  ["the git hub", ["GitHub"], "the GitHub"],
  ["he rose early, the swift", ["Rose", "Swift"], "he rose early, the swift"],
  ["see example.com", ["Exemple"], "see example.com"],
];

const foreign: [language: string, text: string, dictionary: string[], expected: string][] = [
  ["de", "ruf herrn schmidt an", ["Schmitt"], "ruf herrn Schmitt an"],
  ["de", "er trinkt weine aus polen", ["Weyne", "Bohlen"], "er trinkt weine aus polen"],
  ["de", "frag kowalskis anwalt", ["Kowalski"], "frag Kowalskis anwalt"],
  ["de", "frag schmidt und schmidts anwalt", ["Schmitt"], "frag schmidt und schmidts anwalt"],
  ["de", "frag christel", ["Christoff"], "frag christel"],
  ["fr", "demande à philippe", ["Philipe"], "demande à philippe"],
  ["es", "Llama a Esther y a Ester Kowalsky", ["Ester", "Kowalski"], "Llama a Esther y a Ester Kowalski"],
  ["fr", "demande à gwénaëlle lefevre", ["Lefèvre"], "demande à gwénaëlle Lefèvre"],
  ["fr", "appelle madame dupont", ["Dupond"], "appelle madame Dupond"],
  ["fr", "le pain est bon", ["Payn", "Bonn"], "le pain est bon"],
  ["es", "llama a basquez y a gomes", ["Vázquez", "Gómez"], "llama a Vázquez y a Gómez"],
  ["es", "la casa es grande", ["Caza", "Kassa"], "la casa es grande"],
];

test.each(foreign)("in %s %j with the dictionary %j becomes %j", (language, text, dictionary, expected) => {
  expect(corrected(text, dictionary, language)).toBe(expected);
});

test.each(["en", "de", "fr", "es"])(
  "plain words of %s are never replaced by what sounds like them",
  (language) => {
    const plain = PLAIN[language] as string[];
    fc.assert(
      fc.property(fc.constantFrom(...plain), (word) => {
        const near = [
          `${word}x`,
          `${word.slice(0, -1)}q`,
          word.replace(/[aeiou]/, "y"),
          word.replace(/[kc]/, "q"),
        ];
        const terms = near
          .filter((term) => term !== word)
          .map((term) => term.replace(/^./u, (letter) => letter.toUpperCase()));
        expect(corrected(word, terms, language)).toBe(word);
      }),
    );
  },
);

test("an organization's term gives way to the person's own", () => {
  const rules = rulesFor("en");
  const correct = (text: string, own: string[], shared: string[]) =>
    render(applyDictionary(tokenize(text, rules), own, "en", shared));
  expect(correct("we run cubernetes", ["Cubernetix"], ["Kubernetes"])).toBe("we run Cubernetix");
  expect(correct("we run kubernetes", ["kuberNetes"], ["Kubernetes"])).toBe("we run kuberNetes");
  expect(correct("we run cubernetes", [], ["Kubernetes"])).toBe("we run Kubernetes");
  expect(correct("ask isabel kaye", ["Kaye"], ["Isobel"])).toBe("ask Isobel Kaye");
});

test.each(cases)("%j with the dictionary %j becomes %j", (text, dictionary, expected) => {
  expect(corrected(text, dictionary)).toBe(expected);
});

test("a plain word gives way to a term of its sound where the recognizer was not sure of it, and never where it was", () => {
  const heard = (text: string, ...certainties: (Certainty | null)[]) =>
    render(
      applyDictionary(
        tokenize(text, rulesFor("en"), { certainties }),
        ["Shaun", "Apple", "Kowalski", "Isobel"],
        "en",
      ),
    );
  expect(heard("they shun him", "sure", "unsure", "sure")).toBe("they Shaun him");
  expect(heard("they shun him", "sure", null, "sure")).toBe("they shun him");
  expect(heard("ask mr shun today", "sure", "sure", null, "sure")).toBe("ask mr Shaun today");
  expect(heard("ask mr shun today", "sure", "sure", "sure", "sure")).toBe("ask mr shun today");
  expect(heard("they sheen him", "sure", "unsure", "sure")).toBe("they sheen him");
  expect(heard("an apple", "sure", "unsure")).toBe("an apple");
  expect(heard("ask isabel", "sure", "unsure")).toBe("ask Isobel");
  expect(heard("ask isabel", "sure", null)).toBe("ask isabel");
  expect(heard("ask covalski", "sure", "sure")).toBe("ask Kowalski");
});

test("languages whose common words are not known get exact terms only", () => {
  expect(corrected("usiamo kubernetes e cubernetes", ["Kubernetes"], "it")).toBe(
    "usiamo Kubernetes e cubernetes",
  );
});

test("common words alone are never replaced, whatever the dictionary holds", () => {
  fc.assert(
    fc.property(fc.constantFrom(...common), fc.array(fc.constantFrom(...common)), (word, others) => {
      const near = [...others, word].flatMap((each) => [
        `${each.slice(0, -1)}q`,
        `${each}x`,
        each.toUpperCase(),
      ]);
      const rare = near.filter((term) => term.toLowerCase() !== word);
      expect(corrected(word, rare)).toBe(word);
    }),
  );
});

test("past the limit of comparisons no more dictionary terms are guessed", () => {
  const letters = (index: number) =>
    index.toString(6).replace(/./g, (digit) => "aeiouy"[Number(digit)] ?? "");
  const near = Array.from({ length: 2_000 }, (_, index) => `Kr${letters(index)}${index}xxyyzz`).map((term) =>
    term.slice(0, 10),
  );
  const text = (words: number) =>
    `${Array.from({ length: words }, (_, index) => `krqqqqqqj${letters(index)}`).join(" ")} cubernetes`;
  expect(corrected(text(1), ["Kubernetes", ...near])).toEndWith("Kubernetes");
  const words = Math.ceil(limits.dictionaryComparisons / near.length) * 4;
  expect(corrected(text(words), ["Kubernetes", ...near])).toEndWith(" cubernetes");
});
