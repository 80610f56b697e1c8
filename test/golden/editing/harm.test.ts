/**
 * Edits of texts made at random: names, amounts, negations and all else outside the named place never change. Each edit either has
 * the one right result or is refused; `null` is what fits no place, or several.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { editText } from "../../../src/text/editing/edit-text.ts";

/** Sentences of the text, in whatever order. */
interface Facts {
  one: string;
  other: string;
  hour: number;
  room: number;
  amount: number;
  day: number;
  chairs: number;
}

interface Language {
  text(facts: Facts): readonly string[];
  /** The instruction, and the expected replacements. */
  edits(
    facts: Facts,
  ): readonly (readonly [said: string, change: readonly [from: string, to: string] | null])[];
}

/** Some sound like the words for kinds of things, or are spelled like words that deny. */
const NAMES = ["Tim", "Anna", "Dale", "Nate", "Rome", "Ray", "Noam", "Nina", "Rauma", "Nora", "Sam", "Priya"];

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    text: ({ one, other, hour, room, amount, day, chairs }) => [
      `${one} meets ${other} on Monday at ${hour} AM in room ${room}.`,
      `The invoice of $${amount} is not due before May ${day}, 2024.`,
      "We never ship without a label.",
      `Nobody needs ${chairs} chairs.`,
    ],
    edits: ({ one, other, hour, room, amount, day, chairs }) => [
      ["change the room to two twelve", [`room ${room}`, "room 212"]],
      ["change chairs to 25", [`${chairs} chairs`, "25 chairs"]],
      ["change the number of chairs to 25", [`${chairs} chairs`, "25 chairs"]],
      [`make it 25 chairs not ${chairs}`, [`${chairs} chairs`, "25 chairs"]],
      ["make the amount 999 dollars", [`$${amount}`, "$999"]],
      ["change the date to May 30", [`May ${day},`, "May 30,"]],
      ["change the PIN to 7", null],
      ["change the time to 11 AM", [`${hour} AM`, "11 AM"]],
      [`the meeting is at 11 AM not ${hour} AM`, [`${hour} AM`, "11 AM"]],
      [`the room is 99, not ${room}`, [`room ${room}`, "room 99"]],
      ["change the room to 99", [`room ${room}`, "room 99"]],
      [`the room is not ${room} but 99`, [`room ${room}`, "room 99"]],
      ["the date should be May 30", [`May ${day},`, "May 30,"]],
      [`the amount is 999 dollars not ${amount}`, [`$${amount}`, "$999"]],
      ["it's Tuesday, not Monday", ["Monday", "Tuesday"]],
      [`it's Paul, not ${one}`, [one, "Paul"]],
      [`replace ${other.toLowerCase()} with Paul`, [other, "Paul"]],
      ["change the name to Paul", null],
      ["delete the name", null],
      ["change the number to 7", null],
      ["change the address to Elm Street 4", null],
      ["sort it alphabetically", null],
      ["sort the list", null],
    ],
  },
  de: {
    text: ({ one, other, hour, room, amount, day, chairs }) => [
      `${one} trifft ${other} am Montag um ${hour} Uhr in Raum ${room}.`,
      `Die Rechnung über ${amount} € ist nicht vor dem ${day}. Mai fällig.`,
      "Wir liefern nie ohne Etikett.",
      `Niemand braucht ${chairs} Stühle.`,
    ],
    edits: ({ one, other, hour, room, amount, chairs }) => [
      [`es sind 25 Stühle, nicht ${chairs}`, [`${chairs} Stühle`, "25 Stühle"]],
      ["ändere die Anzahl der Stühle auf 25", [`${chairs} Stühle`, "25 Stühle"]],
      ["füge vor Stühle das Wort neue ein", ["Stühle", "neue Stühle"]],
      [`füge hinter Raum ${room} im Keller ein`, null],
      ["ändere die Uhrzeit auf 11 Uhr", [`${hour} Uhr`, "11 Uhr"]],
      [`es ist 11 Uhr, nicht ${hour} Uhr`, [`${hour} Uhr`, "11 Uhr"]],
      [`der Raum ist 99, nicht ${room}`, [`Raum ${room}`, "Raum 99"]],
      [`der Betrag ist 999 Euro, nicht ${amount} Euro`, [`${amount} €`, "999 €"]],
      ["der Termin ist am Dienstag nicht am Montag", ["Montag", "Dienstag"]],
      [`es ist Paul, nicht ${one}`, [one, "Paul"]],
      [`ersetze ${other} durch Paul`, [other, "Paul"]],
      ["ändere den Namen in Paul", null],
      ["ändere die Telefonnummer auf 5551234", null],
      ["sortiere alphabetisch", null],
    ],
  },
  fr: {
    text: ({ one, other, hour, room, amount, day, chairs }) => [
      `${one} voit ${other} lundi à ${hour} h dans la salle ${room}.`,
      `La facture de ${amount} € n'est pas due avant le ${day} mai.`,
      "Nous ne livrons jamais sans étiquette.",
      `Personne ne veut ${chairs} chaises.`,
    ],
    edits: ({ one, other, hour, room, chairs }) => [
      [`ce sont 25 chaises, pas ${chairs}`, [`${chairs} chaises`, "25 chaises"]],
      ["mets 25 chaises", [`${chairs} chaises`, "25 chaises"]],
      ["ajoute le mot neuves après chaises", ["chaises", "chaises neuves"]],
      ["change l'heure en 11 h", [`${hour} h`, "11 h"]],
      [`c'est 11 h, pas ${hour} h`, [`${hour} h`, "11 h"]],
      [`la salle est la 99, pas la ${room}`, [`salle ${room}`, "salle 99"]],
      ["c'est mardi, pas lundi", ["lundi", "mardi"]],
      [`c'est Paul, pas ${one}`, [one, "Paul"]],
      [`remplace ${other} par Paul`, [other, "Paul"]],
      ["change le nom en Paul", null],
      ["trie par ordre alphabétique", null],
    ],
  },
  es: {
    text: ({ one, other, hour, room, amount, day, chairs }) => [
      `${one} ve a ${other} el lunes a las ${hour}:30 en la sala ${room}.`,
      `La factura de ${amount} € no vence antes del ${day} de mayo.`,
      "Nunca enviamos sin etiqueta.",
      `Nadie quiere ${chairs} sillas.`,
    ],
    edits: ({ one, other, room, chairs }) => [
      [`son 25 sillas, no ${chairs}`, [`${chairs} sillas`, "25 sillas"]],
      ["cambia las sillas a 25", [`${chairs} sillas`, "25 sillas"]],
      ["añade la palabra nuevas después de sillas", ["sillas", "sillas nuevas"]],
      [`la sala es la 99, no la ${room}`, [`sala ${room}`, "sala 99"]],
      ["es el martes, no el lunes", ["lunes", "martes"]],
      [`es Paul, no ${one}`, [one, "Paul"]],
      [`cambia ${other} por Paul`, [other, "Paul"]],
      ["cambia el nombre a Paul", null],
      ["ordena alfabéticamente", null],
    ],
  },
};

const facts: fc.Arbitrary<Facts> = fc
  .record({
    names: fc.shuffledSubarray(NAMES, { minLength: 2, maxLength: 2 }),
    hour: fc.integer({ min: 1, max: 9 }),
    room: fc.integer({ min: 31, max: 98 }),
    amount: fc.integer({ min: 100, max: 998 }),
    day: fc.integer({ min: 10, max: 28 }),
    // None of the other figures.
    chairs: fc.integer({ min: 1100, max: 1999 }),
  })
  .map(({ names: [one = "", other = ""], ...numbers }) => ({ one, other, ...numbers }));

/** No-break spaces, and `999 Euro` for `999 €`, are the same. */
function plain(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/gu, " ")
    .replace(/’/g, "'")
    .replace(/ [Ee]uros?\b/g, " €");
}

test.each(Object.keys(LANGUAGES))("%s: an edit changes the named place alone, or nothing", (language) => {
  const { text, edits } = LANGUAGES[language] as Language;
  fc.assert(
    fc.property(facts, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (each, order) => {
      const sentences = text(each);
      const selection = order.map((at) => sentences[at]).join(" ");
      for (const [said, change] of edits(each)) {
        const result = editText(said, selection, { language, dictionary: [] });
        const wanted = change && plain(selection.replace(change[0], change[1]));
        expect([said, result.unclear ? null : plain(result.text)]).toEqual([said, wanted]);
      }
    }),
    { numRuns: 25 },
  );
});

test.each([
  ["Room 12 has 12 chairs and 12 tables.", "replace 12 with 14", null],
  ["Room 12 has 12 chairs and 12 tables.", "replace all 12 with 14", "Room 14 has 14 chairs and 14 tables."],
  ["Tom knows that Tom left.", "it's Paul, not Tom", null],
  ["We met. We left. You stayed.\nThey sang. They left.", "sort it alphabetically", null],
  ["Dana lives in Rome.", "change the room to 5", null],
  ["Jamie dated the roofer.", "delete the date", null],
  [
    "The PIN is 5582. The order number is 7.",
    "change the PIN to 5590",
    "The PIN is 5590. The order number is 7.",
  ],
  ["The time is 5 p.m. on May 5.", "change the time to six", "The time is 6 p.m. on May 5."],
  ["I like it. It works.", "replace it with this", null],
  ["Take two apples and one pear.", "change the pear to a plum", "Take two apples and one plum."],
  ["Take two apples and one pear.", "put two after one", "Take two apples and one two pear."],
  [
    "It is ready. You can collect it.",
    "add tomorrow at the end of the last sentence",
    "It is ready. You can collect it tomorrow.",
  ],
  [
    "All tests are fine.",
    "Add a new paragraph at the end and then see you in March.",
    "All tests are fine.\n\nSee you in March.",
  ],
])("%j, %j", (selection, said, wanted) => {
  const { text, unclear } = editText(said, selection, { language: "en", dictionary: [] });
  expect(unclear ? null : text).toBe(wanted);
});
