/**
 * How a sentence names a mark where nouns have genders and verbs and adjectives agree with them: `зникла кома`, `nowy wiersz`. Only the
 * forms of the nominative are also said for the mark, so what governs those decides: adjectives before them, verbs of which
 * they are the subject on either side, verbs of which they are the object if that has the same form.
 */
import type { LanguageTable } from "./language-table.ts";
import type { NamingTable, VerbSecondTable } from "./word-table.ts";

export interface NamedPatterns {
  behind: string[];
  ahead: string;
  /** Of the only mark in a text. */
  aloneBehind: string;
  aloneAhead: string;
  aloneAround?: string;
}

function withEndings({ past, adjective }: NamingTable, pattern: string): string {
  return pattern.replaceAll("%", `(?:${past})`).replaceAll("&", `(?:${adjective})`);
}

/** @param asks Whether the mark asks: `kiedy przyjechał znak zapytania` is a question that lacks nothing. */
export function namedPatterns(table: NamingTable, spoken: string, asks: boolean): NamedPatterns | undefined {
  const [gender] = Object.entries(table.genders).find(([, marks]) => marks.split("/").includes(spoken)) ?? [];
  if (gender === undefined) return undefined;
  const endings = (pattern: string) => withEndings(table, pattern);
  const { leads, prepositions, adverbs, copulas, modals } = table;
  const past = table.past.split("|")["mfn".indexOf(gender)] ?? table.past;
  const standing = withEndings({ ...table, past }, table.standing);
  const adjective = `(?:${table.agreeing[gender]})`;
  const agreeing = `(?:${adjective} )*${adjective}`;
  const phrase = `(?:${prepositions}) (?:\\p{L}*(?:${table.oblique}) )*\\p{L}+`;
  const start = `(?:^|(?:^| )(?:${table.joints}) )(?:(?:${leads}|${adverbs}|${phrase}) )*`;
  const being = `(?:(?:${copulas}|${adverbs}) )*`;
  const adverb = `(?: (?:${adverbs}|${copulas}))`;
  const quality = `(?:${agreeing}|${endings(table.needs)})`;
  const closed = `(?:$| (?:${adverbs}|${prepositions}|${leads})(?: |$))`;
  // `Koho zajímá čárka v mailu`: a place is no clause; but `místo dvojtečka v kanceláři`, `pošli to tečka do zítra`.
  const isWithin = table.announcing?.split("/").includes(spoken) === false;
  const isHandled = table.handled.includes(gender);
  const handled = isHandled ? [`(?:^| )(?:${table.handling})$`] : [];
  return {
    behind: [
      `${start}${quality}(?: (?:${adverbs}))*$`,
      `${start}(?:${standing})${adverb}?$`,
      `(?:^| )(?:${endings(table.naming)})$`,
      ...handled,
    ],
    ahead: `^(?:(?:${adverbs}) )*(?:(?:${endings(table.doing)})(?: |$)|(?:${standing})${closed})`,
    aloneBehind:
      (asks ? `^(?!(?:${table.asking}) ).*` : "") +
      `(?:(?:^|(?:^| )(?:${table.joints}) )(?:(?:${leads}|${adverbs}|${copulas}|${modals}|${phrase})(?: |$))+$` +
      `|${start}(?:${table.verbs})$)|(?:^| )(?:${table.determiners})$` +
      // `Był duży przecinek`; beside other marks such an adjective is said of somebody: `była osłabiona kropka`.
      `|${start}${being}${quality}${adverb}*$|(?:^| )(?:${table.verbs})${adverb}? ${agreeing}$` +
      `|(?:^| )${adjective} ${adjective}$|${start}(?:${endings(table.standing)})(?:${adverb}| ${phrase})*(?: ${agreeing})?$` +
      // `Přidej do tabulky nový řádek`, `pozor na zpětné lomítko`, `udělal za tím velký vykřičník`
      (isHandled
        ? `|^(?:${table.negation})?(?:${table.handling}) ${phrase}$|(?:^| )(?:${prepositions}) ${agreeing}$` +
          `|(?:^| )(?:${table.verbs}) ${phrase} ${agreeing}$`
        : ""),
    aloneAhead:
      `^${being}(?:${quality}${adverb}*$|(?:${endings(table.needs)})${closed})` +
      `|^(?:${table.genitives}) |^(?:(?:${adverbs}) )*${table.negation}\\p{L}{2,}(?:${table.past})(?:\\p{L}{2})?(?: |$)`,
    ...(isWithin && { aloneAround: ` ~ (?!do )${phrase}$` }),
  };
}

/**
 * The same of the only mark in a text where the verb stands second, as in German: what lacks its object or its noun, and places and
 * adverbs with their verb after which only a subject can come; after the mark, a verb without a subject of its own.
 */
export function verbSecondPatterns(
  table: VerbSecondTable,
): Pick<NamedPatterns, "aloneBehind" | "aloneAhead"> {
  const { prepositions, governing, leads, standing, taking, naming, adverbs, subjects, doing, after } = table;
  const closing = `(?: (?:${adverbs}))*$`;
  const place = `(?:${prepositions}) (?:\\p{L}+ ){1,5}?`;
  return {
    aloneBehind:
      `^(?:${prepositions})$|(?:^| )(?:${governing})$|(?:^| )(?:${taking})${closing}` +
      `|(?<!(?:^| )(?:${subjects}) )(?<![^ ])(?:${naming})${closing}` +
      `|^(?:(?:${leads}) |${place})+(?:${standing})${closing}`,
    aloneAhead: `^(?:(?:${doing})(?! (?:${subjects})(?: |$))|${after})(?: |$)`,
  };
}

/** How the words after a mark begin if they continue its clause. */
export function namedThen({ verbSecond, naming, namedThen: own }: LanguageTable): string | undefined {
  if (verbSecond) return `(?:${verbSecond.prepositions})(?: |$)|${verbSecondPatterns(verbSecond).aloneAhead}`;
  if (naming === undefined) return own;
  const { prepositions, adverbs, copulas, modals, joints, genitives, negation, standing, doing, needs } =
    naming;
  const closed = [prepositions, adverbs, copulas, modals, joints, genitives, standing, doing, needs].join(
    "|",
  );
  return `(?:${withEndings(naming, closed)})(?: |$)|${negation}`;
}
