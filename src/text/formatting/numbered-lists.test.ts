import { expect, test } from "bun:test";
import { formatDictation, formatWithReasons } from "./format-dictation.ts";

test.each([
  ["en", "number one water the plants number two feed the cat number three lock the back door"],
  ["de", "Nummer eins: Blumen gießen, Nummer zwei: Katze füttern, Nummer drei: Tür abschließen"],
  ["fr", "numéro un arroser les plantes numéro deux nourrir le chat numéro trois fermer la porte"],
  ["es", "número uno regar las plantas número dos dar comida al gato número tres cerrar la puerta"],
  ["it", "numero uno annaffiare le piante numero due nutrire il gatto numero tre chiudere la porta"],
  ["pt", "número um regar as plantas número dois alimentar o gato número três fechar a porta"],
  ["nl", "nummer één planten water geven nummer twee kat voeren nummer drie deur sluiten"],
  ["pl", "numer jeden podlać kwiaty numer dwa nakarmić kota numer trzy zamknąć drzwi"],
])("%s: a list that is said with its numbers has a line for each: %s", (language, said) => {
  const { text, reasons } = formatWithReasons(said, { language });
  expect(text).toMatch(/^1\. \p{Lu}[^\n.:]*\n2\. \p{Lu}[^\n.:]*\n3\. \p{Lu}[^\n.:]*$/u);
  expect(reasons.filter(({ code }) => code === "mark")).toHaveLength(3);
  expect(formatDictation(text, { language })).toBe(text);
});

test.each([
  "Number one seed meets number two seed.",
  "He is number one and she is number two.",
  "Number two is ready and number one is not and number three waits.",
])("numbers in a sentence are no list: %s", (sentence) => {
  expect(formatDictation(sentence, { language: "en" })).not.toContain("\n");
});

test("bullets are named by two words or one", () => {
  const expected = "- Check the boiler\n- Order filters\n- Bleed the radiators";
  for (const bullet of ["bullet point", "bullet"]) {
    const said = `${bullet} check the boiler ${bullet} order filters ${bullet} bleed the radiators`;
    expect(formatDictation(said, { language: "en" })).toBe(expected);
  }
});
