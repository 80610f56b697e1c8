/** What Dutch says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "komma",
      ".": "punt",
      "?": "vraagteken",
      "!": "uitroepteken",
      ":": "dubbele punt/dubbelepunt",
      ";": "puntkomma/punt komma",
      "…": "beletselteken/drie puntjes/puntje puntje puntje",
      "(": "haakje openen/haakjes openen/open haakje",
      ")": "haakje sluiten/haakjes sluiten/sluit haakje",
      "[": "vierkant haakje openen/blokhaak openen",
      "]": "vierkant haakje sluiten/blokhaak sluiten",
      "-": "koppelteken/verbindingsstreepje",
      " –": "gedachtestreepje",
      "/": "schuine streep",
      "\n": "nieuwe regel/volgende regel",
      "\n\n": "nieuwe alinea/nieuwe paragraaf/volgende alinea",
      "\n- ": "opsommingsteken/nieuw opsommingsteken",
    },
    quotes: {
      open: "“",
      close: "”",
      opening: "aanhalingsteken openen/aanhalingstekens openen/open aanhalingstekens",
      closing: "aanhalingsteken sluiten/aanhalingstekens sluiten/sluit aanhalingstekens",
    },
    literalAfterOf: { vraagteken: list("een geen"), uitroepteken: list("een geen") },
    literalAfter: list(
      "de een geen deze elke elk mijn jouw zijn haar op welk welke ander belangrijk belangrijke goed belangrijk eerste tweede laatste volgende ander",
    ),
    literalBefore: list("van uit"),
    literalBeforeOf: { komma: [] },
    literalBehind:
      /(?:^|(?:^| )(?:op|in|bij|van|met|over|voor|na|tot|aan|door) )(?:het|dit|dat)$|(?:^| )(?:de|een|geen|deze|elke|mijn|uw|zijn|onze)$/u,
  }),
  fillers: list("eh uh ehm uhm hmm euh euhm mmm"),
  stutters: list("ik wij de een en of in met van te mijn"),
  corrections: ["nee wacht", "wacht nee", "nee sorry", "sorry ik bedoel", "correctie", "nee toch"],
  ordinaryCorrections: ["ik bedoel", "ik bedoelde", "of liever", "beter gezegd"],
  erasures: ["schrap dat", "vergeet dat", "streep dat door"],
  literalCommandAfter: list(
    "niet nooit en of ik je jij hij ze zij we wij dat die wat een de het te zei alsjeblieft",
  ),
  capitalized: capitals(
    "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december Nederland Nederlands Nederlandse België Vlaanderen Amsterdam Rotterdam Utrecht Antwerpen Brussel Europa Engels Engelse Duits Duitse Frans Franse Duitsland Frankrijk",
  ),
  questionLeads: list("hallo hoi hé en maar dus oké ok goed"),
  questionStarts: [
    ...list(
      "wie waar wanneer waarom hoe hoeveel welke welk waarheen waarvoor waarmee is heb heeft hebben kun kunt kan kunnen wil wilt willen mag mogen zou moet ben bent weet",
    ),
    ...pairs(
      ["wat"],
      list(
        "is zijn was heb heeft kan kun moet wil wilt vind vindt doe doet ga gaat denk denkt kost zou betekent bedoel",
      ),
    ),
    ...pairs(list("zijn zullen gaan zouden moeten"), list("er jullie we wij ze u")),
    ...pairs(list("ga gaat zal"), list("je jij u het hij dat dit ik")),
  ],
};
