/** French instructions, in the familiar and the polite form and as infinitives: `remplace`, `remplacez`, `remplacer`. */
import { capitalize, changeCase } from "../commands/case.ts";
import { deleteMarks, deleteWords, keepOnly } from "../commands/delete.ts";
import { insertAtEdge, insertBeside, insertMark } from "../commands/insert.ts";
import { addItem, removeItem } from "../commands/items.ts";
import { greet, signOff } from "../commands/letter.ts";
import {
  joinLines,
  makeList,
  makeSentence,
  removeDuplicates,
  removeMarkers,
  reverseLines,
  sortLines,
  splitLines,
} from "../commands/lines.ts";
import { move, swap } from "../commands/move.ts";
import { numbersAsDigits } from "../commands/numbers.ts";
import { replace, replaceTurnedRound, spell, spellOtherwise } from "../commands/replace.ts";
import { revalue } from "../commands/revalue.ts";
import { makeTable } from "../commands/table.ts";
import { leave, removeBlankLines, removeSpaces, tidy } from "../commands/tidy.ts";
import { unwrap, wrap } from "../commands/wrap.ts";
import type { Entry, Grammar } from "../grammar.ts";
import { targetReader } from "./targets.ts";

const DELETE =
  "(?:supprime[rz]?|efface[rz]?|enlève|enleve[rz]?|enlevez|enlever|retire[rz]?|ôte[rz]?|élimine[rz]?|coupe[rz]?|raye[rz]?)(?:-(?:le|la|les|moi))?";
const ADD = "(?:ajoute[rz]?|insère|insérez|insérer|mets|mettez|mettre|écris|écrivez|écrire|place[rz]?)";
const MAKE =
  "(?:fais|faites|faire|transforme[rz]?|change[rz]?|convertis|convertissez|convertir|mets|mettez|mettre|présente[rz]?)";
const IT =
  "(?:ça|cela|ceci|le|la|les|tout|le (?:tout|texte)|la (?:liste|sélection)|les (?:lignes|éléments|phrases|mots|noms|points))";
const LIST = "(?:à|dans|sur) (?:la|cette|ma) liste";

const target = targetReader({
  whole:
    /^(?:ça|cela|ceci|tout|le tout|tout ça|(?:tout )?le texte(?: entier)?|(?:toute )?la sélection|l'ensemble|le message|le|la)$/,
  the: "le|la|les|l'|du|de la|de l'|des|de",
  each: "tous les|toutes les|chaque",
  ordinals: {
    "premi(?:er|ère)s?": "first",
    "deuxièmes?|second(?:e)?s?": "second",
    "troisièmes?": "third",
    "quatrièmes?": "fourth",
    "cinquièmes?": "fifth",
    "avant-derni(?:er|ère)": "second to last",
    "derni(?:er|ère)s?": "last",
  },
  units: {
    "phrases?": "sentence",
    "mots?": "word",
    "lignes?": "line",
    "paragraphes?": "paragraph",
    "éléments?|points?|puces?|entrées?|tirets?|articles?": "item",
    "lettres?|caractères?": "letter",
  },
  counts: { deux: "two", trois: "three", quatre: "four", cinq: "five" },
  word: "(?:le |la |les |l')?(?:mots?|nom|expression|terme|passage|partie)",
  of: "de|dans|du",
  about: "avec|sur|qui (?:contient|parle de|mentionne)|où il y a|contenant|à propos de",
  after: "après|suivant|à partir de",
  before: "avant|précédant|jusqu'à",
  from: "de|depuis",
  to: "à|jusqu'à",
  all: "tout(?: ce qui (?:est|suit|vient))?|le texte|le reste",
});

const entries: readonly Entry[] = [
  [
    leave,
    /^(?:laisse(?:z)?(?: tomber| comme ça| ça)?|oublie(?:z)?(?: ça)?|annule[rz]?|ne change(?:z)? rien|rien)$/,
  ],
  [
    greet,
    /^(?:commence[rz]?|ouvre[rz]?|débute[rz]?) (?:le (?:mail|message|texte) |la lettre )?par (?<hello>bonjour|bonsoir|salut|cher|chère|madame, monsieur)(?: (?<name>.+))?$/,
  ],
  [
    signOff,
    /^(?:termine[rz]?|finis|finissez|finir|signe[rz]?|conclus|conclure)(?: le (?:mail|message|texte)| la lettre)? (?:par|avec) (?<closing>cordialement|bien cordialement|(?:bien|cordiales) à (?:vous|toi)|amicalement|sincères salutations|meilleures salutations|merci d'avance|bonne journée)(?:,? (?:de )?(?<name>.+))?$/,
  ],
  [tidy, /^(?:corrige[rz]?|répare[rz]?|nettoie|nettoyer) la ponctuation$/, { what: "punctuation" }],
  [tidy, /^(?:corrige[rz]?|répare[rz]?|nettoie|nettoyer) les espaces$/, { what: "spacing" }],
  [tidy, /^corrige[rz]? les majuscules$/, { what: "capitals" }],
  [
    removeSpaces,
    new RegExp(
      `^${DELETE}(?: tous)? les (?:doubles espaces|espaces (?:en trop|doubles|superflus|inutiles))$`,
    ),
  ],
  [removeBlankLines, new RegExp(`^${DELETE}(?: toutes)? les lignes (?:vides|blanches)$`)],
  [
    makeList,
    new RegExp(
      `^${MAKE}(?:-?(?:en|le|la|les)| ${IT})?(?: en)? (?:une )?liste (?:numérotée|ordonnée)(?: (?:de|avec) ${IT})?$`,
    ),
    { kind: "numbered" },
  ],
  [
    makeList,
    new RegExp(
      `^${MAKE}(?:-?(?:en|le|la|les)| ${IT})?(?: en)? (?:une )?liste(?: à puces)?(?: (?:de|avec) ${IT})?$`,
    ),
    { kind: "bullet" },
  ],
  [makeList, /^numérote[rz]? (?:les (?:lignes|éléments|phrases|points)|la liste|ça)$/, { kind: "number" }],
  [
    makeTable,
    new RegExp(
      `^${MAKE}(?:-?(?:en|le|la|les)| ${IT})?(?: en)? (?:un )?tableau(?: avec les colonnes (?<columns>.+))?$`,
    ),
  ],
  [
    makeSentence,
    new RegExp(
      `^${MAKE}(?:-?(?:en|le|la|les)| ${IT})?(?: en)? (?:une (?:seule )?)?phrase(?: (?:de|avec) ${IT})?$`,
    ),
  ],
  [removeMarkers, new RegExp(`^${DELETE}(?: toutes)? (?:les puces|les tirets|la numérotation|les numéros)$`)],
  [removeDuplicates, new RegExp(`^${DELETE}(?: tous)? les (?:doublons|éléments en double)$`)],
  [removeDuplicates, new RegExp(`^${DELETE}(?: tous)? les mots (?:en double|répétés)$`), { unit: "words" }],
  [
    sortLines,
    new RegExp(
      `^(?:trie[rz]?|classe[rz]?|range[rz]?|mets|mettez)(?:-(?:le|la|les))?(?: ${IT})?(?: (?:par|dans l'|en))?(?: ?ordre)? ?(?:alphabétique(?:ment)?|de a à z)?$`,
    ),
  ],
  [
    sortLines,
    new RegExp(
      `^(?:trie[rz]?|classe[rz]?|range[rz]?)(?:-(?:le|la|les))?(?: ${IT})? (?:par ordre alphabétique inverse|dans l'ordre inverse|de z à a|par ordre décroissant)$`,
    ),
    { order: "z to a" },
  ],
  [
    sortLines,
    new RegExp(
      `^(?:trie[rz]?|classe[rz]?|range[rz]?)(?:-(?:le|la|les))?(?: ${IT})? (?:par|selon la) longueur$`,
    ),
    { order: "length" },
  ],
  [
    sortLines,
    new RegExp(
      `^(?:trie[rz]?|classe[rz]?|range[rz]?)(?:-(?:le|la|les))?(?: ${IT})? par (?:nombre|numéro|quantité|taille)$`,
    ),
    { order: "number" },
  ],
  [reverseLines, /^(?:inverse[rz]?) (?:l'ordre|la liste|les lignes)$/],
  [
    joinLines,
    new RegExp(
      `^(?:joins|joignez|joindre|fusionne[rz]?|réunis|réunir|mets|mettez) ${IT}(?: (?:sur|en) une (?:seule )?ligne)?$`,
    ),
  ],
  [
    splitLines,
    /^(?:mets|mettez|mettre) (?:chaque phrase|une phrase) (?:sur une (?:nouvelle )?ligne|par ligne|à la ligne)$/,
    { at: "sentence" },
  ],
  [numbersAsDigits, /^(?:écris|écrivez|mets|mettez) (?:tous )?les nombres en chiffres$/],
  [
    changeCase,
    /^(?:mets|mettez|mettre|écris|écrivez|écrire|passe[rz]?)(?:-(?:le|la|les))? ?(?<target>.*?) ?en (?:lettres )?(?:majuscules|capitales)$/,
    { name: "capitals" },
  ],
  [
    changeCase,
    /^(?:mets|mettez|mettre|écris|écrivez|écrire|passe[rz]?)(?:-(?:le|la|les))? ?(?<target>.*?) ?en (?:lettres )?minuscules$/,
    { name: "lowercase" },
  ],
  [capitalize, /^(?:mets|mettez|mettre) une majuscule à (?<target>.+)$/],
  [capitalize, /^(?:écris|écrivez|écrire|mets|mettez|mettre) (?<target>.+) avec une majuscule$/],
  [spellOtherwise, /^(?:écris|écrivez|écrire) (?<joined>.+) en un (?:seul )?mot$/],
  [
    spell,
    /^(?:épelle[rz]?|écris|écrivez) (?<from>.+?) (?:comme |ainsi )?(?<letters>(?:[a-zéèêàç0-9][ ,.-]+){2,40}[a-zéèêàç0-9])$/,
  ],
  [wrap, /^(?:mets|mettez|mettre|place[rz]?) (?<target>.+?) entre (?:parenthèses)$/, { name: "parentheses" }],
  [wrap, /^(?:mets|mettez|mettre|place[rz]?) (?<target>.+?) entre guillemets$/, { name: "guillemets" }],
  [wrap, /^(?:mets|mettez|mettre|écris|passe[rz]?) (?<target>.+?) en gras$/, { name: "bold" }],
  [wrap, /^(?:mets|mettez|mettre|écris|passe[rz]?) (?<target>.+?) en italique$/, { name: "italics" }],
  [
    unwrap,
    new RegExp(`^${DELETE} les guillemets(?: (?:autour de|de) (?<target>.+))?$`),
    { name: "guillemets" },
  ],
  [
    unwrap,
    new RegExp(`^${DELETE} les parenthèses(?: (?:autour de|de) (?<target>.+))?$`),
    { name: "parentheses" },
  ],
  [
    revalue,
    /^(?:déplace[rz]?|décale[rz]?|reporte[rz]?|repousse[rz]?|avance[rz]?|change[rz]?|mets|mettez)(?:-(?:le|la|les)| (?:ça|cela|le|la|(?:le|la|les|notre) [\p{L} ]+?|l'[\p{L}]+)) (?:à|au|pour|en) (?<to>.+)$/u,
  ],
  [
    swap,
    /^(?:échange[rz]?|intervertis|intervertir|permute[rz]?) (?<one>.+?) (?:et|avec|contre) (?<other>.+)$/,
  ],
  [
    move,
    /^(?:déplace[rz]?|mets|mettez|place[rz]?) (?<target>.+?) (?:au début|en premier|en haut|en tête)$/,
    { edge: "start" },
  ],
  [
    move,
    /^(?:déplace[rz]?|mets|mettez|place[rz]?) (?<target>.+?) (?:à la fin|en dernier|en bas)$/,
    { edge: "end" },
  ],
  [move, /^(?:déplace[rz]?) (?<target>.+?) avant (?<place>.+)$/, { side: "before" }],
  [move, /^(?:déplace[rz]?) (?<target>.+?) après (?<place>.+)$/, { side: "after" }],
  [addItem, new RegExp(`^${ADD} (?:(?:du|de la|de l'|des|le|la|les|un|une) ?)?(?<words>.+?) ${LIST}$`)],
  [
    addItem,
    new RegExp(`^${ADD} (?:un|une) (?:autre |nouvel |nouvelle )?(?:élément|point|puce|entrée) (?<words>.+)$`),
  ],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) (?:comme|en) (?:dernier|nouvel) (?:élément|point)$`)],
  [addItem, new RegExp(`^${ADD} (?<words>.+?) (?:comme|en) premier (?:élément|point)$`), { place: "first" }],
  [deleteMarks, new RegExp(`^${DELETE} (?:tous |toutes )?(?:les |le |la |l')?(?<mark>.+?)$`)],
  [removeItem, new RegExp(`^${DELETE} (?<target>.+?) de (?:la|cette|ma) liste$`)],
  [removeItem, new RegExp(`^${DELETE} (?<target>.+)$`)],
  [insertAtEdge, new RegExp(`^${ADD} (?:à la fin|en conclusion) (?<words>.+)$`), { edge: "end" }],
  [insertAtEdge, new RegExp(`^${ADD} (?<words>.+?) (?:à la fin|en dernier)$`), { edge: "end" }],
  [insertAtEdge, new RegExp(`^${ADD} (?:au début|en tête) (?<words>.+)$`), { edge: "start" }],
  [insertAtEdge, new RegExp(`^${ADD} (?<words>.+?) (?:au début|en tête)$`), { edge: "start" }],
  [insertAtEdge, /^(?:commence[rz]?|débute[rz]?) par (?<words>.+)$/, { edge: "start" }],
  [insertAtEdge, /^(?:termine[rz]?|finis|finissez|finir) par (?<words>.+)$/, { edge: "end" }],
  [insertBeside, new RegExp(`^${ADD} (?<words>.+?) (?:après|derrière) (?<target>.+)$`), { side: "after" }],
  [insertBeside, new RegExp(`^${ADD} (?<words>.+?) (?:avant|devant) (?<target>.+)$`), { side: "before" }],
  [insertMark, new RegExp(`^${ADD} (?<words>.+)$`)],
  [
    replaceTurnedRound,
    /^(?:c'est|.+? (?:est|sont|était)) (?:le |la |à |au )?(?<to>[^,]+?),? (?:et )?(?:pas|non) (?:le |la |à |au )?(?<from>.+)$/,
  ],
  [
    replaceTurnedRound,
    /^(?!c'est |.+ (?:est|sont|était) )(?:(?:mets|mettez|écris|écrivez|dis|utilise[rz]?) )?(?<to>.+?),? (?:au lieu (?:de |d'|du )|à la place (?:de |d'|du )|plutôt que |et (?:pas|non) |pas )(?<from>.+)$/,
  ],
  [
    replaceTurnedRound,
    /^(?:au lieu (?:de |d'|du )|à la place (?:de |d'|du ))(?<from>.+?),? (?:mets|mettez|écris|écrivez|dis) (?<to>.+)$/,
  ],
  [replaceTurnedRound, /^(?:ce n'est |c'est )?(?:pas|non) (?<from>.+?),? (?:mais|c'est) (?<to>.+)$/],
  [replaceTurnedRound, /^(?<from>.+?) (?:doit être|devrait être|devient) (?<to>.+)$/],
  [
    replace,
    /^(?:remplace[rz]?|substitue[rz]?) (?:seulement )?(?:partout )?(?<rest>.+)$/,
    { dividers: "par|avec", and: "et" },
  ],
  [
    replace,
    /^(?:change[rz]?|modifie[rz]?|corrige[rz]?|transforme[rz]?) (?:seulement )?(?:partout )?(?<rest>.+)$/,
    { dividers: "en|par|à|pour", and: "et" },
  ],
  [
    keepOnly,
    /^(?:garde[rz]?|conserve[rz]?|ne garde[rz]? que|laisse[rz]?) (?:seulement |uniquement |que |juste )?(?<target>.+)$/,
  ],
  [keepOnly, new RegExp(`^${DELETE} tout sauf (?<target>.+)$`)],
  [deleteWords, new RegExp(`^${DELETE} (?<target>.+)$`)],
];

export const french: Grammar = {
  entries,
  polite:
    /^(?:(?:s'il te plaît|s'il vous plaît|ok|okay|alors|euh|et|puis|ensuite|maintenant|peux-tu|pouvez-vous|tu peux|vous pouvez|pourrais-tu|pourriez-vous|je voudrais que tu|j'aimerais que tu)[, ]+)+/,
  politeEnd: /[, ]+(?:s'il te plaît|s'il vous plaît|merci|pour moi)$/,
  joint: /(?:,|[.;!])? (?:et puis|et ensuite|puis|ensuite|et)[, ]+(?=\p{L})|[.;!?] (?=\p{L})|, (?=\p{L})/gu,
  verbs:
    /^(?:remplace[rz]?|supprime[rz]?|efface[rz]?|enlève|enlevez|enlever|retire[rz]?|ajoute[rz]?|insère|insérez|insérer|mets|mettez|mettre|change[rz]?|échange[rz]?|trie[rz]?|classe[rz]?|fais|transforme[rz]?|déplace[rz]?|numérote[rz]?|signe[rz]?|termine[rz]?|commence[rz]?|corrige[rz]?|garde[rz]?|écris|écrivez)(?= |-|$)/,
  scopes: [
    /^(?<rest>.+?),? (?:seulement )?dans (?<scope>(?:la|le|l') ?\p{L}+(?:-\p{L}+)? (?:phrase|ligne|paragraphe|élément|point))$/u,
    /^(?<verb>\p{L}+) dans (?<scope>(?:la|le|l') ?\p{L}+(?:-\p{L}+)? (?:phrase|ligne|paragraphe|élément|point)) (?<rest>.+)$/u,
    /^dans (?<scope>(?:la|le|l') ?\p{L}+(?:-\p{L}+)? (?:phrase|ligne|paragraphe|élément|point)),? (?<rest>.+)$/u,
  ],
  everywhere: /,? (?:partout|dans tout le texte|à chaque fois|à tous les endroits)$/,
  target,
};
