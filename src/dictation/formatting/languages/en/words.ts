/** English words with a rule of their own: fillers, corrections, capitals, how questions begin. */

export const fillers = ["um", "uh", "uhm", "umm", "er", "erm", "hmm", "uh huh"];

export const stutters =
  "i the a an to of and we it he she they my your our their at on for with if is was in as but or are".split(
    " ",
  );

export const corrections = [
  "no wait",
  "wait no",
  "no sorry",
  "sorry no",
  "sorry i mean",
  "no i mean",
  "i mean",
  "or rather",
  "i meant",
  "no actually",
  "actually no",
  "correction",
  "make that",
  "oh wait",
];

export const erasures = ["scratch that", "strike that", "forget that last sentence"];

const SUBJECTS =
  "i you he she it we they this that there these those the my your his her our their anyone anybody someone everyone".split(
    " ",
  );
const AUXILIARIES =
  "is are was were am do does did have has had can could will would shall should may might isn't aren't wasn't weren't don't doesn't didn't haven't hasn't can't couldn't won't wouldn't shouldn't".split(
    " ",
  );
const QUESTION_WORDS = "what who whom whose which where why how when".split(" ");
const CONTRACTED = "what's who's where's how's when's why's".split(" ");
/** Behind `how`: `how many`. */
const DEGREES = "many much long far often old big soon about come".split(" ");
/** `have the` or `may the` begin statements and wishes; so do `that` and `these` behind some. */
const ASKS = new Set(
  "is are was were am do does did can could will would shall should isn't aren't wasn't weren't don't doesn't didn't haven't hasn't can't couldn't won't wouldn't shouldn't".split(
    " ",
  ),
);
const PRONOUNS = new Set("i you he she it we they".split(" "));

export const questionStarts: readonly string[] = [
  ...AUXILIARIES.flatMap((verb) =>
    SUBJECTS.filter((subject) => ASKS.has(verb) || PRONOUNS.has(subject)).map(
      (subject) => `${verb} ${subject}`,
    ),
  ),
  ...QUESTION_WORDS.filter((word) => word !== "when").flatMap((word) =>
    AUXILIARIES.map((verb) => `${word} ${verb}`),
  ),
  // `when is it`, but `when you come`.
  ...AUXILIARIES.map((verb) => `when ${verb}`),
  ...DEGREES.map((word) => `how ${word}`),
  ...CONTRACTED,
  "what about",
  "what time",
  "what kind",
  "what if",
  "which one",
  "why not",
];

const NAMES =
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February April June July August September October November December English French German Spanish Italian Dutch Russian Chinese Japanese Korean Arabic Portuguese America American Europe European Africa African Asia Asian Australia Australian Canada Canadian England Britain British Ireland Irish Scotland Scottish Wales Germany France Spain Italy Portugal Netherlands Russia China Japan Korea India Indian Mexico Mexican Brazil London Paris Berlin Rome Madrid Tokyo Beijing Moscow Chicago Boston Washington California Texas Florida Christmas Easter Thanksgiving Halloween Google Microsoft Facebook Amazon".split(
    " ",
  );
const FIRST_PERSON = ["I", "I'm", "I'll", "I've", "I'd", "I'd've"];
const ABBREVIATIONS = "OK TV USA UK NASA BBC CEO FAQ PDF USB HTML URL API".split(" ");

export const capitalized: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...NAMES,
    ...NAMES.slice(0, 7).map((day) => `${day}s`),
    ...NAMES.map((name) => `${name}'s`),
    ...FIRST_PERSON,
    ...ABBREVIATIONS,
  ].map((word) => [word.toLowerCase(), word]),
);
