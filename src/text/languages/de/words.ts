/** What German says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

/** Forms that agree with a noun; `das` and `die` are pronouns at the end of a clause as often. */
const BOTH = list("dem des ein einem eines kein keinem jedem jedes diesem am zum vom im");
const MASCULINE = [
  ...BOTH,
  ...list(
    "der den einen keinen dieser diesen jeder jeden wichtiger guter nächster erster zweiter dritter letzter letzten ersten weiterer weiteren springender um",
  ),
];
const NEUTER = list("komma semikolon fragezeichen ausrufezeichen ausrufungszeichen rufzeichen");

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "komma/beistrich",
      ".": "punkt/schlusspunkt",
      "?": "fragezeichen",
      "!": "ausrufezeichen/ausrufungszeichen/rufzeichen",
      ":": "doppelpunkt",
      ";": "semikolon/strichpunkt",
      "…": "auslassungspunkte/punkt punkt punkt",
      "(": "klammer auf/öffnende klammer/runde klammer auf",
      ")": "klammer zu/schließende klammer/runde klammer zu",
      "[": "eckige klammer auf",
      "]": "eckige klammer zu",
      "-": "bindestrich",
      " –": "gedankenstrich",
      "/": "schrägstrich",
      "\n": "neue zeile/nächste zeile/zeilenumbruch",
      "\n\n": "neuer absatz/nächster absatz/neuen absatz",
      "\n- ": "aufzählungspunkt/neuer aufzählungspunkt/spiegelstrich",
    },
    quotes: {
      open: "„",
      close: "“",
      opening:
        "anführungszeichen auf/anführungszeichen unten/öffnendes anführungszeichen/anführungsstriche unten/gänsefüßchen unten",
      closing:
        "anführungszeichen zu/anführungszeichen oben/schließendes anführungszeichen/anführungsstriche oben/gänsefüßchen oben",
    },
    literalAfter: MASCULINE,
    literalAfterOf: Object.fromEntries(NEUTER.map((mark) => [mark, BOTH])),
    literalBefore: ["setzen", "machen", "fehlt", "genau"],
    literalBehind:
      /(?:^das|(?:^| )(?:eine|einer|keine|diese|dieser|jede|letzte|letzten)|(?:^| )(?:der|den|dem|des|ein|einen|einem|eines|mein|kein) \p{L}+(?:ende|ige|iche|ische|ste|te)[nrsm]?)$/u,
    // `punkt zwei uhr`
    literalAhead: /^\p{L}+ uhr(?: |$)/u,
  }),
  fillers: list("äh ähm öh öhm hm hmm mhm ehm"),
  // Neither articles, which are pronouns as well (`die, die die Post bringt`), nor verbs: `wie das Haar ist, ist der Charakter`.
  stutters: list("ich wir und oder im am für von wenn dass mein meine unser eine"),
  corrections: [
    "nein warte",
    "nein moment",
    "warte nein",
    "quatsch",
    "korrektur",
    "nein doch",
    "sorry ich meine",
    "entschuldigung ich meine",
  ],
  ordinaryCorrections: ["nein", "ich meine", "ich meinte", "besser gesagt", "vielmehr"],
  erasures: ["streich das", "vergiss den letzten satz", "lösch das"],
  literalCommandAfter: list(
    "bitte nicht nie und oder ich du er sie wir ihr man sagte sag was den die das dem der wie dass wenn ein eine einen",
  ),
  capitalized: capitals(
    "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Deutschland Österreich Schweiz Europa Berlin Wien Hamburg München Zürich Köln Frankfurt Ostern Weihnachten Uhr Euro Million Millionen Milliarde Milliarden Billion Billionen Prozent Dollar Cent Franken Pfund Stunde Stunden Minute Minuten Sekunde Sekunden Meile Meilen Zoll Drittel Fünftel Zehntel Leipzig Dresden Stuttgart Düsseldorf Dortmund Bremen Hannover Nürnberg Duisburg Bochum Wuppertal Bielefeld Bonn Mannheim Karlsruhe Augsburg Wiesbaden Mainz Kassel Erfurt Rostock Kiel Lübeck Freiburg Heidelberg Regensburg Würzburg Ulm Potsdam Magdeburg Jena Salzburg Graz Linz Innsbruck Bern Basel Genf Luzern Bayern Hessen Sachsen Frankreich Italien Spanien Polen Paris London Rom Prag PDF Pkw Lkw Kfz GmbH WLAN",
  ),
  questionLeads: list("hallo hi hey also und aber ok okay gut danke bitte"),
  questionStarts: [
    ...list(
      "wer wen wem wessen was wann wo wohin woher warum weshalb wieso wie wieviel welche welcher welches welchen womit wofür worüber wozu ist sind bist seid hast habt kannst könnt könntest könntet kommst willst wollt möchtest darfst gehst machst weißt hättest würdest",
    ),
    ...pairs(
      list("haben können könnten wollen möchten dürfen sollen würden hätten wissen gehen kommen"),
      list("sie wir"),
    ),
    ...pairs(list("kann darf soll muss habe hat wird gibt geht"), list("ich er sie es man jemand")),
  ],
};
