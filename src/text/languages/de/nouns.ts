/** Which German words are nouns, and so begin with a capital: by a list, by their form, by what stands around them. */
import { readWeights, sumAt } from "../../words/hashed-weights.ts";
import type { WordContext } from "../../words/language-rules.ts";
import { nounFeatures } from "./noun-evidence.ts";
import { type NounKind, nounList } from "./noun-list.ts";
import weights from "./noun-weights.txt" with { type: "text" };
import listed from "./nouns.txt" with { type: "text" };
import { STREET } from "./places.ts";

const kindOf = nounList(listed);
const WEIGHTS = readWeights(weights);
/** Nouns wherever they stand. */
const SURE: ReadonlySet<NounKind> = new Set(["listed", "ending", "compound"]);
/** In steps of the logarithm of the odds: of a hundred words that get a capital so, two should have none. */
const LEAST_ODDS = 1;
const SHORTEST = 3;
/** After these an infinitive is a noun: `beim lesen`; but `beim nächsten` and `zum ersten` are adjectives. */
const BEFORE_INFINITIVES = new Set(["beim", "zum", "vom"]);
const ADJECTIVES =
  /(?:ten|igen|lichen|ischen|(?<!i)eren|einen|allen|vielen|neuen|alten|guten|großen|kleinen|ganzen|beiden)$/u;
const COUNTS = new Set(
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf einen kein keine keinen viele einige mehrere weitere wenige".split(
    " ",
  ),
);
const BEFORE_NOUNS = new Set("über gegen ohne für durch wegen trotz bei".split(" "));
const POSSESSIVES = /^(?:mein|dein|sein|ihr|unser|euer)$/;
/** After these an adjective is a noun: `etwas neues`. */
const BEFORE_ADJECTIVES = new Set(["etwas", "nichts", "wenig", "viel"]);

export function isNoun(context: WordContext): boolean {
  if (isFirstVerb(context) || isSide(context) || isAdverb(context)) return false;
  // `Bis Ende Juni`
  if (/^(?:anfang|mitte|ende)$/.test(context.word) && MONTH.test(context.after[0] ?? "")) return true;
  const kind = kindOf(context.word);
  if (kind === "doubtful" && (isPredicate(context) || isSecond(context))) return false;
  if (SURE.has(kind)) return true;
  if (context.word.length < SHORTEST || !/^\p{L}/u.test(context.word)) return false;
  const [nextKind, [before = ""]] = [kindOf(context.after[0] ?? ""), context.before];
  if (!SURE.has(nextKind) && isAlone(context, kind)) return true;
  if (SURE.has(nextKind)) {
    // The next word is the noun, and this its adjective.
    if (kind !== "doubtful" && /e[mnrs]?$/.test(context.word)) return false;
  } else if (isMadeNoun(context) || isPerson(context)) return true;
  // `850 € warm`
  if (kind === "other" && /[€$£%]$/u.test(before)) return false;
  return sumAt(WEIGHTS, nounFeatures(context, kind, nextKind)) > LEAST_ODDS;
}

/** `Wir lagern es`, `ich frage mich`: a pronoun and its verb begin the sentence; `bitte buchen Sie`. */
function isFirstVerb({ word, before: [subject = "", lead], after: [next] }: WordContext): boolean {
  if (subject === "bitte" && next === "sie") return true;
  // `Darauf hinweisen`
  if (/^da(?:r?(?:an|auf|aus|in|über|um|unter|für|gegen|mit|nach|von|zu))$/.test(subject) && /en$/.test(word))
    return true;
  return (
    lead === undefined && ((subject === "wir" && /n$/.test(word)) || (subject === "ich" && /e$/.test(word)))
  );
}

/** `Das Gerät ist defekt`, `Vollmacht faxen`: what ends a sentence, and is no noun in these places. */
function isPredicate({ word, before: [before = "", second], after: [next] }: WordContext): boolean {
  if (next !== undefined) return false;
  const isObject = second === undefined && SURE.has(kindOf(before));
  return /^(?:ist|sind|war|waren|bleibt|bleiben)$/.test(before) || (isObject && /en$/.test(word));
}

/** `Die Akten liegen im Schrank`: the verb stands behind the subject, and before a word that is small. */
function isSecond({ word, before, after: [next = ""], earlier }: WordContext): boolean {
  const [subject = "", article = ""] = before;
  return (
    earlier?.().length === before.length &&
    /^(?:die|der|das|alle|(?:uns|euer|mein|dein|sein|ihr)e?)$/.test(article) &&
    SURE.has(kindOf(subject)) &&
    /(?:en|t)$/.test(word) &&
    SMALL.test(next)
  );
}
const SMALL =
  /^(?:i[mn]|a[mn]|auf|bei|unter|über|vor|hinter|neben|zu[mr]?|mit|ohne|seit|nach|noch|nicht|schon|wieder|sehr|heute|gestern|morgen|uns|mich|sich)$/;

/** `morgens`, but `des Morgens`. */
function isAdverb({ word, before: [before = ""] }: WordContext): boolean {
  return (
    /^(?:gestern|heute|hier|dort)$/.test(word) ||
    (/^(?:morgen|vormittag|mittag|nachmittag|abend|nacht)s$/.test(word) && !/^(?:des|eines)$/.test(before))
  );
}

/** `den linken Kotflügel`: what stands on the side follows. */
function isSide({ word, after }: WordContext): boolean {
  return /^(?:link|recht)e[mnrs]?$/u.test(word) && after.length > 0;
}

const GENITIVES = /^(?:des|(?:ein|mein|dein|sein|ihr|unser)es)$/;
const FEMININES = /^(?:die|der|(?:k?ein|mein|dein|sein|ihr|unser)er?)$|^(?:k?ein|mein|dein|sein|ihr|unser)e$/;

/** If no noun follows: `des Streiks`, `die Ware zurück`, `Lindenweg 7`, and what is a verb as well after what takes a noun. */
function isAlone(context: WordContext, kind: NounKind): boolean {
  const {
    word,
    before: [last = ""],
    after: [next = ""],
  } = context;
  if (STREET.test(word) && /^\d/.test(next)) return true;
  if (GENITIVES.test(last) && /s$/.test(word)) return true;
  if (kind !== "doubtful") return false;
  return isObject(context) || (FEMININES.test(last) && /e$/.test(word) && !/e[mnrs]?$/.test(next));
}

const MONTH =
  /^(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:nächst|dies|kommend)er)$/;

/** A word that is a verb as well, after a number or a preposition that begins no verb: `zwanzig Schrauben`, `gegen Husten`. */
function isObject({ word, before: [last = ""] }: WordContext): boolean {
  return word.endsWith("n") && (/^\d+$/.test(last) || COUNTS.has(last) || BEFORE_NOUNS.has(last));
}

/** Adjectives that stand for people, and often without a noun. */
const PEOPLE =
  /^(?:beklagt|angeklagt|befragt|anwesend|abwesend|beteiligt|angestellt|verletzt|betroffen|verwandt|vorsitzend|versichert|geschädigt|vorgesetzt|angehörig|erwachsen|jugendlich|reisend|studierend|teilnehmend|überlebend|verstorben|gefangen|geflüchtet|vertrieben|arbeitslos|obdachlos|selbstständig|selbständig|beschäftigt|berechtigt|bewerbend|gläubig|heilig|kriminell|verdächtig|beschuldigt|verurteilt|erkrankt|infiziert|geimpft|genesen|pflegebedürftig|alleinerziehend|auszubildend|mitwirkend|zuschauend|interessiert|eingeladen|abgeordnet|gesandt|delegiert|freiwillig|minderjährig|volljährig|unbekannt|fremd|sachverständig|bevollmächtigt)e[mnrs]?$/u;
const BEFORE_PEOPLE =
  /^(?:d(?:er|ie|en|em|es)|(?:k?ein|mein|dein|sein|ihr|unser)(?:e[mnrs]?)?|alle[nr]?|viele[nr]?|einige[nr]?|mehrere[nr]?|manche[nr]?|wenige[nr]?|beide[nr]?|jede[mnrs]?|liebe|als|\d+)$/u;
const PLACES = /^(?:erst|zweit|dritt|viert|fünft|sechst|siebt|acht|neunt|zehnt|elft|zwölft|letzt)e[rs]$/u;

/** `der Beklagte zahlt`, `als Zweiter ins Ziel`. */
function isPerson({ word, before: [before = ""] }: WordContext): boolean {
  return (PEOPLE.test(word) && BEFORE_PEOPLE.test(before)) || (before === "als" && PLACES.test(word));
}

const VERB = /^(?:hat|ist|war|wird|wurde|gilt|kann|muss|soll|steht|liegt|bleibt|geht)$/;
const OF = /^(?:der|des|von|vom|eine[rs]|diese[rs]|ihre[rs]|unsere[rs])$/;

/** A verb or an adjective that stands as a noun. */
function isMadeNoun(context: WordContext): boolean {
  const {
    word,
    before: [before = "", second = ""],
    after: [next = ""],
  } = context;
  if (BEFORE_ADJECTIVES.has(before)) return /^\p{L}{3,}es$/u.test(word);
  // `Alles Weitere`, `das Wichtigste`
  if (before === "alles") return /^\p{L}{4,}e$/u.test(word) && word !== "andere";
  if (before === "das" && /ge\p{L}{3,}te$/u.test(word) && VERB.test(next)) return true;
  if (before === "das" && /^\p{L}{4,}(?<!er|letz|näch|mei)ste$/u.test(word)) return true;
  // `Das Betreten der Baustelle`, `das lange Warten auf das Gutachten`
  const isInfinitive = /^\p{L}{4,}en$/u.test(word);
  const isLong = second === "das" && /^\p{L}{3,}e$/u.test(before) && next === "auf";
  if (isInfinitive && (isLong || (before === "das" && OF.test(next)))) return true;
  // `Wir haben Ihr Schreiben erhalten`
  if (word === "schreiben" && POSSESSIVES.test(before) && /^(?:vom|er|be)/.test(next)) return true;
  // `Für Ihr Schreiben`
  const isNamed = BEFORE_INFINITIVES.has(before) || (POSSESSIVES.test(before) && BEFORE_NOUNS.has(second));
  return isNamed && /^\p{L}{3,}en$/u.test(word) && !ADJECTIVES.test(word);
}
