/** Evidence about a German word from a list, its ending and its parts. */

/** In the list; a verb or an adjective as well; by its ending; of two nouns; another form of a noun in the list; none of them. */
export type NounKind = "listed" | "doubtful" | "ending" | "compound" | "form" | "other";

const ENDINGS =
  /^\p{L}{3,}(?:ungs?|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|ismus|nis|nisse|nissen|ling|lings|linge|tum|tums|enz|enzen|ment|ments|eur|eure|iker|ikerin|erin|erinnen|erei|ereien)$/u;
/** Nouns at the end of others, if more than a prefix of a verb stands before them: `cholesterinwert`. */
const HEADED =
  /^\p{L}{4,}(?:tag|plan|karte|liste|schein|kasse|gerät|zettel|termin|vertrag|antrag|nummer|adresse|zimmer|maschine|meister|leiter|straße|anlage|station|bericht|platz|raum|(?<!preis|s)wert|werte)n?$/u;
/** Participles that end as nouns do. */
const PARTICIPLES =
  /^(?:\p{L}*(?:ge|ver|be|ent|er|miss|durch|ein|auf|vor|um|ab)(?:lungen|sungen|zwungen|drungen|sprungen|schwungen|schlungen|rungen|klungen|wrungen))$/u;
/** Heads that make a compound noun without being nouns: `frühschicht`, `rückflug`. */
const HEADS = new Set("früh spät rück haupt fern kurz lang hoch tief alt neu groß klein".split(" "));
const SHORTEST_PART = 4;
const SHORTEST_BASE = 4;
const INFLECTIONS = ["s", "es", "n", "en", "e", "er", "ern", "innen", "in"];

const PLAIN: Readonly<Record<string, string>> = { äu: "au", ä: "a", ö: "o", ü: "u" };

export type NounList = (word: string) => NounKind;

/** @param lines A word a line; a `?` stands before those that are verbs or adjectives as well. */
export function nounList(lines: string): NounList {
  const entries = lines.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const sure = new Set(entries.filter((line) => !line.startsWith("?")));
  const doubtful = new Set(entries.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));

  /** `budgetplanung`, `arbeitsvertrag`: two nouns in one word. */
  function isCompound(word: string): boolean {
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const [head, tail] = [word.slice(0, at), word.slice(at)];
      if (isHead(head) && (sure.has(tail) || endsAsNoun(tail) || isPlural(tail))) return true;
    }
    return false;
  }

  function isHead(head: string): boolean {
    if (sure.has(head) || HEADS.has(head)) return true;
    const linked = head.endsWith("s") ? head.slice(0, -1) : "";
    return linked !== "" && (sure.has(linked) || doubtful.has(linked) || endsAsNoun(linked));
  }

  /** `umschläge`: no verb or adjective of a noun has the umlaut and the ending. */
  function isPlural(word: string): boolean {
    const singular = word
      .replace(/äu|[äöü]/u, (vowel) => PLAIN[vowel] ?? vowel)
      .replace(/(?:e|er|ern|en)$/u, "");
    return /[äöü]/u.test(word) && /(?:e|er|ern|en)$/u.test(word) && sure.has(singular);
  }

  function isForm(word: string): boolean {
    if (isPlural(word)) return true;
    return INFLECTIONS.some(
      (ending) =>
        word.endsWith(ending) &&
        word.length - ending.length >= SHORTEST_BASE &&
        sure.has(word.slice(0, -ending.length)),
    );
  }

  function kindOf(word: string): NounKind {
    if (sure.has(word)) return "listed";
    if (doubtful.has(word)) return "doubtful";
    if (endsAsNoun(word)) return "ending";
    if (isCompound(word)) return "compound";
    return isForm(word) ? "form" : "other";
  }

  // Each word is asked for as the one after another, and then by itself.
  let last: { word: string; kind: NounKind } = { word: "", kind: kindOf("") };
  return (word) => {
    if (word !== last.word) last = { word, kind: kindOf(word) };
    return last.kind;
  };
}

/** By its last letters alone. */
export function endsAsNoun(word: string): boolean {
  return (ENDINGS.test(word) && !PARTICIPLES.test(word)) || HEADED.test(word);
}
