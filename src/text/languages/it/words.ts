/** What Italian says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "virgola",
      ".": "punto/punto fermo",
      "?": "punto interrogativo/punto di domanda",
      "!": "punto esclamativo",
      ":": "due punti",
      ";": "punto e virgola",
      "…": "puntini di sospensione/puntini puntini",
      "(": "apri parentesi/aperta parentesi/parentesi aperta",
      ")": "chiudi parentesi/chiusa parentesi/parentesi chiusa",
      "[": "apri parentesi quadra/parentesi quadra aperta",
      "]": "chiudi parentesi quadra/parentesi quadra chiusa",
      "-": "trattino",
      " –": "lineetta",
      "/": "barra",
      "\n": "a capo/nuova riga/vai a capo",
      "\n\n": "nuovo paragrafo/punto e a capo",
      "\n- ": "punto elenco/nuovo punto elenco",
    },
    quotes: {
      open: "«",
      close: "»",
      opening: "apri virgolette/aperte virgolette/virgolette aperte",
      closing: "chiudi virgolette/chiuse virgolette/virgolette chiuse",
    },
    literalAfter: list(
      "il lo la i gli le un uno una del della dello dei nel nella al alla questo questa quel quella ogni suo sua mio mia che quale a in di nessun nessuna certo buon ultimo primo altro",
    ),
    literalBefore: list("di del della"),
    literalBeforeOf: { virgola: [] },
    literalBehind: /(?:^| )(?:il|lo|i|gli|le|un|una|questo|questa|quel|quella|ogni|del|al|nessun|nessuna)$/u,
  }),
  fillers: list("ehm eh uhm mmm hmm ehmm"),
  stutters: list("io il lo la i gli le un una di del della e o a in con per che mio mia"),
  corrections: ["no aspetta", "no aspetti", "no scusa", "scusa", "scusate", "cioè no", "correzione"],
  ordinaryCorrections: ["volevo dire", "voglio dire", "anzi", "o meglio"],
  erasures: ["cancella questo", "cancella tutto questo"],
  literalCommandAfter: list("non mai e o che si lo la un una ti mi per favore"),
  capitalized: capitals(
    "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre Italia Roma Milano Napoli Torino Firenze Europa Svizzera Francia Germania Spagna Londra",
  ),
  questionLeads: list("ciao salve e ma allora quindi ok bene senti"),
  questionStarts: [
    ...list("chi cosa quale quali quanti quante dove cos'è dov'è com'è qual"),
    ...pairs(["che"], list("cosa ora ore tempo giorno")),
    ...pairs(["come"], list("stai sta va mai posso possiamo si ti state faccio")),
    ...pairs(["quando"], list("è parte inizia comincia arriva arrivi vieni possiamo")),
    ...pairs(["perché"], list("non hai sei è mai dovrei")),
    ...pairs(["quanto"], list("costa è tempo dura manca")),
    ...pairs(list("a con di da per"), list("chi dove quanto")),
  ],
};
