/** French. */
import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { clockReader, twoDigits } from "../shared/clock.ts";
import { inGroups } from "../shared/digit-runs.ts";
import { letterWords } from "../shared/letter-words.ts";
import { languageReader } from "../shared/reading.ts";
import { smallNumbers } from "../shared/spoken-words.ts";
import { dateReaders } from "./dates.ts";
import { cardinal, denominator, NUMBERS } from "./numbers.ts";
import { MEASURES, MONEY } from "./units.ts";
import { WORDS } from "./words.ts";

const PAIRS = [2, 2, 2, 2, 2, 2, 2, 0];

const inPairs = (digits: string) => inGroups(digits, PAIRS, " ");

/** Sets apart as the Imprimerie nationale does: 15 h 05. */
const readTime = clockReader({
  cardinal,
  hours: ["heures", "heure"],
  bareHours: true,
  and: ["et"],
  minus: ["moins"],
  minutes: ["minutes", "minute"],
  parts: { "quart/un quart/le quart": 15, "demie/demi": 30, "trois quarts": 45 },
  named: { midi: 12, minuit: 0 },
  write: (hour, minute) => (minute === null ? `${hour} h` : `${hour} h ${twoDigits(minute)}`),
});

/** Below ten `un`, `neuf` and the like are other words too. */
const LEAST_IN_DIGITS = 10n;

const read = languageReader(
  {
    numbers: NUMBERS,
    amounts: {
      decimalPairs: true,
      points: { virgule: "," },
      minus: ["moins"],
      minusNotAfter: ["au", "du", "le", "ou", "de", "à", "heures", "heure"],
      separator: "\u202f",
    },
    plain: {
      leastInDigits: LEAST_IN_DIGITS,
      idioms: ["mille mercis", "mille excuses", "mille fois", "cent fois", "mille pardons"],
    },
    fractions: {
      denominator,
      named: { demi: "1/2" },
      and: ["et"],
    },
    halves: ["et demi", "et demie"],
    percent: { percent: ["pour cent", "pourcent", "pour cents", "pourcents"], gap: " " },
    measures: MEASURES,
    money: MONEY,
    labels: {
      names: "page porte quai voie salle chambre bureau terminal annexe tableau figure ligne appartement",
      parted: "version chapitre section article paragraphe",
      ranked: "numéro",
      articles: "un une",
      point: "point",
    },
    letterWords: ["a", "y"],
    digitRuns: {
      plus: ["plus"],
      elementsBelow: 100n,
      layout: inPairs,
      layoutAbroad: (digits) =>
        digits.length % 2 === 1 ? inGroups(digits, [1, ...PAIRS], " ") : inPairs(digits),
    },
    addresses: {
      signs: {
        "arobase/arrobase/at/arobas": "@",
        "point/dot": ".",
        "tiret/trait d'union/moins": "-",
        "tiret bas/underscore/souligné/tiret du bas": "_",
        "slash/barre oblique": "/",
        "deux points/deux-points": ":",
      },
      letters: {
        "double v": "w",
        "double vé": "w",
        "i grec": "y",
        "trois w": "www",
        "trois double v": "www",
      },
      domains: ["fr", "be", "ch", "eu"],
    },
  },
  [readTime, ...dateReaders],
);

export const french: LanguageRules = {
  ...scriptRules("fr"),
  ...WORDS,
  namedAfter: ["monsieur", "madame", "mademoiselle", "maître"],
  letters: letterWords(
    "bonjour/bonsoir/salut/coucou/cher/chère/chers",
    "tous toutes tout vous toi à collègue collègues ami amie amis client cliente clients",
    "cordialement amicalement salutations sincèrement respectueusement bises bisous amitiés bientôt",
  ),
  tags: ["n'est-ce pas"],
  spaceBeforeMarks: "\u202f",
  numberStyle: smallNumbers(NUMBERS, LEAST_IN_DIGITS),
  rangeWords: ["à", "ou", "sur"],
  rangeAfter: { opening: "entre", joint: "et" },
  streetNames: {
    streets: ["rue", "avenue", "boulevard", "quai", "impasse", "allée"],
    joints: ["de", "la", "le", "les", "du", "des", "à", "au"],
    numberFirst: true,
  },
  read,
};
