/** Edits of texts made at random: every word of the result is of the text or the instruction, and none is lost that was not named. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { editText } from "../../../src/text/editing/edit-text.ts";

/** Parts of the text, words that it has and others that it has not, and instructions: `A` has a place in it or none, `B` is new. */
interface Words {
  parts: readonly string[];
  known: readonly string[];
  fresh: readonly string[];
  said: readonly string[];
  negations: RegExp;
  /** Small words that may take another form: `an`, `de l’`. */
  small: RegExp;
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    parts: [
      "Bring fish and chips, the old map, and tea.",
      "The parcel, which came on May 3, is not for Nora.",
      "Dear Ray, we never close before 6.",
      "Room 12 is cold, room 14 is not.",
      "No fever, no cough, 40 mg at noon.",
    ],
    known: [
      "chips",
      "the old map",
      "tea",
      "May 3",
      "parcel",
      "Nora",
      "6",
      "room 12",
      "14",
      "cough",
      "40 mg",
      "old",
      "cold",
    ],
    fresh: ["apple", "the hall", "Paul", "8", "May 5", "room 31", "umbrella", "50 mg"],
    said: [
      "replace A with B",
      "B not A",
      "it's B, not A",
      "not A but B",
      "delete A",
      "add B after A",
      "add B before A",
      "A is B",
      "make it B",
      "change it to B",
      "add B at the end",
      "add B to the list",
      "change the room to B",
      "swap A and B",
      "make A B",
    ],
    negations: /\b(?:not|no|never)\b/giu,
    small: /^(?:an?|and|the)$/u,
  },
  de: {
    parts: [
      "Wir brauchen Brot und Butter, rote Farbe und Tee.",
      "Das Paket, das am 3. Mai kam, ist nicht für Nora.",
      "Liebe Anna, wir schließen nie vor 18 Uhr.",
      "Raum 12 ist kalt, Raum 14 nicht.",
      "Kein Fieber, kein Husten, mittags 40 mg.",
    ],
    known: [
      "Butter",
      "rote Farbe",
      "Tee",
      "3. Mai",
      "das Paket",
      "Nora",
      "18 Uhr",
      "Raum 12",
      "14",
      "Husten",
      "40 mg",
      "kalt",
    ],
    fresh: ["Apfel", "den Saal", "Paul", "20 Uhr", "5. Mai", "Raum 31", "50 mg"],
    said: [
      "ersetze A durch B",
      "B nicht A",
      "es ist B, nicht A",
      "nicht A sondern B",
      "lösche A",
      "füge B nach A ein",
      "füge vor A B ein",
      "A ist B",
      "mach B daraus",
      "füge B am Ende hinzu",
      "füge B zur Liste hinzu",
      "vertausche A und B",
    ],
    negations: /(?<!\p{L})(?:nicht|kein\p{L}*|nie)(?!\p{L})/giu,
    small: /^(?:und)$/u,
  },
  fr: {
    parts: [
      "Apportez du pain et du beurre, de l'huile et du thé.",
      "Le colis, qui est arrivé le 3 mai, n'est pas pour Nora.",
      "Chère Anna, nous ne fermons jamais avant 18 h.",
      "La salle 12 est froide, la salle 14 non.",
      "Pas de fièvre, pas de toux, 40 mg à midi.",
    ],
    known: [
      "beurre",
      "l'huile",
      "le thé",
      "3 mai",
      "colis",
      "Nora",
      "18 h",
      "la salle 12",
      "14",
      "toux",
      "40 mg",
      "froide",
    ],
    fresh: ["pomme", "le hall", "Paul", "20 h", "5 mai", "la salle 31", "50 mg"],
    said: [
      "remplace A par B",
      "B pas A",
      "c'est B, pas A",
      "pas A mais B",
      "supprime A",
      "ajoute B après A",
      "ajoute B avant A",
      "A est B",
      "mets B",
      "ajoute B à la fin",
      "ajoute B à la liste",
      "échange A et B",
    ],
    negations: /(?<!\p{L})(?:pas|jamais|non)(?!\p{L})/giu,
    small: /^(?:et|du|des?|l|d|le|à)$/u,
  },
  es: {
    parts: [
      "Traiga pan y mantequilla, aceite rojo y té.",
      "El paquete, que llegó el 3 de mayo, no es para Nora.",
      "Querida Ana, nunca cerramos antes de las 18:00.",
      "La sala 12 está fría, la sala 14 no.",
      "Sin fiebre, sin tos, 40 mg por la tarde.",
    ],
    known: [
      "mantequilla",
      "aceite rojo",
      "té",
      "3 de mayo",
      "paquete",
      "Nora",
      "18:00",
      "la sala 12",
      "14",
      "tos",
      "40 mg",
      "fría",
    ],
    fresh: ["manzana", "el salón", "Pablo", "20:00", "5 de mayo", "la sala 31", "50 mg"],
    said: [
      "cambia A por B",
      "B, no A",
      "es B, no A",
      "no A sino B",
      "borra A",
      "añade B después de A",
      "añade B antes de A",
      "A es B",
      "pon B",
      "añade B al final",
      "añade B a la lista",
      "intercambia A y B",
    ],
    negations: /(?<!\p{L})(?:no|nunca|sin)(?!\p{L})/giu,
    small: /^(?:y|e|el|las?|los|del?)$/u,
  },
};

/** `A is B` may name a value by the noun in its sentence. */
const namesOld = /A(?! (?:is|ist|est|es) B$)/;
/** `18 Uhr`, `le 3 mai` */
const MOST_OF_VALUE = 2;
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const timesOf = (words: readonly string[], word: string): number =>
  words.filter((each) => each === word).length;

test.each(Object.keys(WORDS))(
  "%s: the difference is what was said: no other name, number, negation or word",
  (language) => {
    const { parts, known, fresh, said, negations, small } = WORDS[language] as Words;
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...parts], { minLength: 2, maxLength: 3 }),
        fc.constantFrom(...known),
        fc.constantFrom(...fresh, ...known),
        fc.constantFrom(...said),
        (chosen, old, written, pattern) => {
          const selection = chosen.join(" ");
          const instruction = pattern.replace("A", old).replace("B", written);
          const { text, unclear } = editText(instruction, selection, { language, dictionary: [] });
          if (unclear) return;
          const [before, after, spoken] = [selection, text, instruction].map(wordsIn) as [
            string[],
            string[],
            string[],
          ];
          const shown = [instruction, selection, text];
          const invented = after.filter(
            (word) => ![...before, ...spoken].includes(word) && !small.test(word),
          );
          const lost = before.filter(
            (word) => timesOf(after, word) < timesOf(before, word) && !spoken.includes(word),
          );
          expect([shown, invented]).toEqual([shown, []]);
          // Named words make way, or the only ones of the kind of the new words.
          expect([shown, lost.filter((word) => /\p{Lu}/u.test(word))]).toEqual([shown, []]);
          const gone = lost.filter((word) => !small.test(word));
          expect([shown, namesOld.test(pattern) ? gone : gone.slice(MOST_OF_VALUE)]).toEqual([shown, []]);
          const saysNo = (instruction.match(negations) ?? []).length > 0;
          const denials = (each: string) => (each.match(negations) ?? []).length;
          if (!saysNo) expect([shown, denials(text)]).toEqual([shown, denials(selection)]);
          expect([shown, /,\s*,|[^\S\n]{2}|\s[.,](?:\s|$)|,\./u.exec(text)?.[0]]).toEqual([shown, undefined]);
        },
      ),
      { numRuns: 250 },
    );
  },
);
