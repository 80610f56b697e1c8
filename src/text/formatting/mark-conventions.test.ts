import { expect, test } from "bun:test";
import { scriptRules } from "../languages/scripts.ts";
import type { LanguageRules, SpokenMark } from "../words/language-rules.ts";
import { render, tokenize } from "../words/tokens.ts";
import { applyMarkConventions } from "./mark-conventions.ts";

function convene(text: string, more: Partial<LanguageRules>): string {
  const rules = { ...scriptRules("es"), ...more };
  return render(applyMarkConventions(tokenize(text, rules), rules));
}

const opens = { sentenceOpens: { "?": "¿", "!": "¡" }, questionStarts: ["cómo", "por qué"] };
const quotes = {
  marks: [
    { spoken: "auf", written: "„", joins: "right" },
    { spoken: "zu", written: "“", joins: "left" },
  ] as SpokenMark[],
};
const spaced = { spaceBeforeMarks: "_" };

test.each([
  ["opens", "Vienes?", "¿Vienes?", opens],
  ["opens", "Hola. Vienes? Sí.", "Hola. ¿Vienes? Sí.", opens],
  ["opens", "Hola Ana, cómo estás?", "Hola Ana, ¿cómo estás?", opens],
  ["opens", "Ana, dime, por qué no?", "Ana, dime, ¿por qué no?", opens],
  ["opens", "Si puedes, vienes?", "¿Si puedes, vienes?", opens],
  ["opens", "¿Vienes?", "¿Vienes?", opens],
  ["opens", "Hola, ¿vienes?", "Hola, ¿vienes?", opens],
  ["opens", "Bien!", "¡Bien!", opens],
  ["opens", "Bien.", "Bien.", opens],
  ["spaces", "Ça va?", "Ça va_?", spaced],
  ["spaces", "Ça va ?", "Ça va ?", spaced],
  ["spaces", "Voici: un; deux!", "Voici_: un_; deux_!", spaced],
  ["spaces", "À 15:30, voir http://a.fr", "À 15:30, voir http://a.fr", spaced],
  ["quotes", 'Er sagte "ja gut", "nein" und 5" breit.', 'Er sagte „ja gut“, „nein“ und 5" breit.', quotes],
  ["keeps", "Kommst du? Ja!", "Kommst du? Ja!", {}],
])("a language that %s sentences at marks makes %s %s", (_habit, given, written, rules) => {
  expect(convene(given, rules)).toBe(written);
});
