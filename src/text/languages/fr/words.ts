/** What French says for marks, what it begins questions with, and what it drops. */
import { spokenMarks } from "../shared/marks.ts";
import { list } from "../shared/readers.ts";
import { capitals, pairs, type SpokenWords } from "../shared/spoken-words.ts";

/** French sets a no-break space inside guillemets and before high marks (Lexique des règles typographiques). */
const NBSP = "\u00a0";

export const WORDS: SpokenWords = {
  marks: spokenMarks({
    signs: {
      ",": "virgule",
      ".": "point/point final",
      "?": "point d'interrogation/point d interrogation",
      "!": "point d'exclamation/point d exclamation",
      ":": "deux points/deux-points",
      ";": "point virgule/point-virgule",
      "…": "points de suspension/trois petits points",
      "(": "ouvrir la parenthèse/ouvrez la parenthèse/parenthèse ouvrante/ouvrir parenthèse",
      ")": "fermer la parenthèse/fermez la parenthèse/parenthèse fermante/fermer parenthèse",
      "[": "crochet ouvrant/ouvrir crochet",
      "]": "crochet fermant/fermer crochet",
      "-": "trait d'union/trait d union",
      " –": "tiret",
      "/": "barre oblique",
      "\n": "à la ligne/nouvelle ligne/retour à la ligne/saut de ligne",
      "\n\n": "nouveau paragraphe/paragraphe suivant",
      "\n- ": "nouvelle puce/point de liste",
    },
    quotes: {
      open: `«${NBSP}`,
      close: `${NBSP}»`,
      opening:
        "ouvrir les guillemets/ouvrez les guillemets/guillemets ouvrants/guillemet ouvrant/ouvrir guillemets",
      closing:
        "fermer les guillemets/fermez les guillemets/guillemets fermants/guillemet fermant/fermer guillemets",
    },
    literalAfter: list(
      "le la les un une des du au ce cette ces de son sa mon ma chaque quel quelle aucun aucune à en ne bon dernier premier second autre seul certain petit",
    ),
    literalBefore: list("de du d'eau"),
    literalBeforeOf: { virgule: [] },
    // Also `il ne vient point`.
    literalBehind:
      /(?:(?:^| )(?:le|la|les|un|une|des|du|au|ce|cette|ces|mon|ma|son|sa|chaque|aucun|aucune)|(?:^| )(?:ne|n'\p{L}+)(?: (?!pas|plus|jamais|rien|personne|que|guère)[\p{L}'-]+){0,2})$/u,
  }),
  fillers: list("euh euhm heu hum hmm"),
  stutters: list("je tu le la les un une des de du et ou à dans pour avec sur que qui mon ma"),
  corrections: [
    "non attends",
    "non attendez",
    "non pardon",
    "pardon",
    "enfin non",
    "correction",
    "non plutôt",
  ],
  ordinaryCorrections: ["non", "je veux dire", "je voulais dire", "ou plutôt"],
  erasures: ["efface ça", "effacez ça", "annule ça", "oublie ça"],
  literalCommandAfter: list(
    "ne pas jamais et ou je tu il elle on nous vous ils elles que qui ce dit une la le un de pour",
  ),
  capitalized: capitals(
    "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre France Paris Europe Belgique Suisse Canada Québec Lyon Marseille Bruxelles Genève Allemagne Espagne Italie Londres Bordeaux Toulouse Nantes Strasbourg Montpellier Lille Rennes Reims Grenoble Dijon Angers Nîmes Clermont-Ferrand Limoges Amiens Metz Besançon Perpignan Orléans Rouen Mulhouse Caen Nancy Avignon Poitiers Versailles Annecy Chambéry Biarritz Bayonne Montréal Lausanne Liège Namur Gand Anvers Luxembourg Bretagne Normandie Provence Alsace Berlin Madrid Rome Lisbonne Portugal",
  ),
  questionLeads: list("bonjour salut et mais alors donc ok bon bonsoir"),
  questionStarts: [
    ...list("qui pourquoi combien où lequel laquelle lesquels"),
    ...pairs(["est-ce"], list("que qu'il qu'elle qu'on qu'ils")),
    ...list(
      "qu'est-ce peux-tu pouvez-vous as-tu avez-vous veux-tu voulez-vous es-tu êtes-vous peut-on pourrais-tu pourriez-vous sais-tu savez-vous y-a-t-il faut-il dois-je puis-je",
    ),
    ...pairs(list("quel quelle quels quelles"), list("est sont était heure jour")),
    ...pairs(
      list("comment quand"),
      list("est est-ce vas-tu allez-vous ça va faire puis-je peut-on viens-tu venez-vous as-tu avez-vous"),
    ),
  ],
};
