import { describe, expect, test } from "bun:test";
import { scriptRules } from "../languages/scripts.ts";
import type { LanguageRules } from "./language-rules.ts";
import { applyMarkConventions } from "./mark-conventions.ts";
import { render, tokenize } from "./tokens.ts";

function convene(text: string, more: Partial<LanguageRules>): string {
  const rules = { ...scriptRules("es"), ...more };
  return render(applyMarkConventions(tokenize(text, rules), rules));
}

describe("marks that open a sentence", () => {
  const rules = { sentenceOpens: { "?": "¿", "!": "¡" }, questionStarts: ["cómo", "por qué"] };
  test.each([
    ["Vienes?", "¿Vienes?"],
    ["Hola. Vienes? Sí.", "Hola. ¿Vienes? Sí."],
    ["Hola Ana, cómo estás?", "Hola Ana, ¿cómo estás?"],
    ["Ana, dime, por qué no?", "Ana, dime, ¿por qué no?"],
    ["Si puedes, vienes?", "¿Si puedes, vienes?"],
    ["¿Vienes?", "¿Vienes?"],
    ["Hola, ¿vienes?", "Hola, ¿vienes?"],
    ["Bien!", "¡Bien!"],
    ["Bien.", "Bien."],
  ])("%s → %s", (given, written) => {
    expect(convene(given, rules)).toBe(written);
  });
});

describe("space before high marks", () => {
  test.each([
    ["Ça va?", "Ça va_?"],
    ["Ça va ?", "Ça va ?"],
    ["Voici: un; deux!", "Voici_: un_; deux_!"],
    ["À 15:30, voir http://a.fr", "À 15:30, voir http://a.fr"],
  ])("%s → %s", (given, written) => {
    expect(convene(given, { spaceBeforeMarks: "_" })).toBe(written);
  });
});

test("a language without such conventions keeps its text", () => {
  expect(convene("Kommst du? Ja!", {})).toBe("Kommst du? Ja!");
});
