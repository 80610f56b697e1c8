/** Quotations, spelled names, lists and addresses, set as each language writes them. */
import { expect, test } from "bun:test";
import { formatDictation } from "./format-dictation.ts";

test.each([
  [
    "de",
    "Er sagte, Anführungszeichen auf, das war ich nicht, Anführungszeichen zu, Punkt.",
    "Er sagte: „Das war ich nicht“.",
  ],
  ["en", "He said, open quote, it wasn't me, close quote, period.", 'He said, "it wasn\'t me".'],
  ["es", "en el cartel pone comillas prohibido el paso comillas", "En el cartel pone «prohibido el paso»."],
  [
    "es",
    "faltan comillas al principio y comillas al final",
    "Faltan comillas al principio y comillas al final.",
  ],
  [
    "de",
    "die anführungszeichen und die anführungszeichen fehlen",
    "Die Anführungszeichen und die Anführungszeichen fehlen.",
  ],
  [
    "fr",
    "il a dit deux points ouvrez les guillemets non fermez les guillemets point",
    "Il a dit\u202f: «\u00a0Non\u00a0».",
  ],
  [
    "de",
    "sie schrieb anführungszeichen auf zahlung folgt anführungszeichen zu aber es kam nichts",
    "Sie schrieb „Zahlung folgt“, aber es kam nichts.",
  ],
  [
    "pl",
    "Dostawa, otwórz nawias, trzy palety, zamknij nawias, przyjdzie w piątek, kropka.",
    "Dostawa (trzy palety) przyjdzie w piątek.",
  ],
  [
    "de",
    "mit punkt und komma geschrieben sieht das besser aus",
    "Mit Punkt und Komma geschrieben sieht das besser aus.",
  ],
  [
    "de",
    "Ich lege Widerspruch ein, Punkt, Absatz, Hochachtungsvoll.",
    "Ich lege Widerspruch ein.\n\nHochachtungsvoll.",
  ],
])("%s: marks around what is said: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});

test.each([
  [
    "de",
    "mein name ist krüger ich buchstabiere k r ü g e r",
    "Mein Name ist Krüger, ich buchstabiere: K-R-Ü-G-E-R.",
  ],
  ["en", "my last name is novak n o v a k", "My last name is Novak, N-O-V-A-K."],
  [
    "pl",
    "nazywam się szymański przeliteruję s z y m a ń s k i",
    "Nazywam się Szymański, przeliteruję: S-Z-Y-M-A-Ń-S-K-I.",
  ],
  ["de", "der patient thomas berger kam um acht", "Der Patient Thomas Berger kam um acht."],
  ["es", "la doctora isabel ruiz atiende hoy", "La doctora Isabel Ruiz atiende hoy."],
  [
    "pl",
    "adres to aleja róż czternaście mieszkania trzy kraków",
    "Adres to aleja Róż 14 mieszkania 3, Kraków.",
  ],
  [
    "pl",
    "adres to ulica polna siedem trzydzieści jeden dwieście kraków",
    "Adres to ulica Polna 7, 31-200 Kraków.",
  ],
])("%s: names and addresses: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});

test.each([
  [
    "es",
    "guion llamar al seguro guion reservar el escáner guion enviar el alta",
    "- Llamar al seguro\n- Reservar el escáner\n- Enviar el alta",
  ],
  [
    "es",
    "punto uno presupuesto punto dos personal punto tres varios",
    "1. Presupuesto\n2. Personal\n3. Varios",
  ],
  [
    "fr",
    "ordre du jour deux points premièrement budget deuxièmement personnel troisièmement divers",
    "Ordre du jour\u202f: premièrement budget, deuxièmement personnel, troisièmement divers.",
  ],
  ["it", "la stanza è larga tre metri e venti", "La stanza è larga 3,20 m."],
  ["it", "dopo tre metri e venti viti", "Dopo 3 m e 20 viti."],
  [
    "de",
    "der termin wird auf den zwölften verschoben nein auf den dreizehnten",
    "Der Termin wird auf den zwölften verschoben nein auf den 13.",
  ],
])("%s: lists, lengths and what would be lost: %s", (language, said, written) => {
  expect(formatDictation(said, { language })).toBe(written);
});
