/** German. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Words } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import { dateReaders } from "./dates.ts";
import { isNoun } from "./nouns.ts";
import { placeReader } from "./places.ts";
import { isPolite } from "./politeness.ts";
import table from "./table.json";

const rules = tableLanguage("de", data as LanguageData, table as unknown as LanguageTable, (parts) => ({
  readers: [placeReader(parts.numbers), ...dateReaders(parts)],
  denominator: denominator(parts.numbers),
}));

/** `drittel`, `zwanzigstel`; `halb` is separate, as it takes no ending of its own. */
function denominator({ properOrdinal }: SpelledNumbers) {
  return (words: Words, at: number) => {
    const word = words[at] ?? "";
    if (/^halbe?[rsn]?$/.test(word)) return { words: 1, value: 2n };
    const [, stem] = /^(.+)eln?$/.exec(word) ?? [];
    const found = stem === undefined ? null : properOrdinal([`${stem}e`], 0);
    return found && found.value > 2n ? { words: 1, value: found.value } : null;
  };
}

/** `den ganzen Tag gebraucht, um es zu finden`; `wenn die Farbe trocken ist, müssen die Kanten …`. */
const JOINTS = new RegExp(
  "… (?!(?:und|oder|rund|rings|nur|sich|geht|handelt|bittet?|kümmert|ob|als|statt|ohne) )\\p{L}+ um (?!(?:eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb|viertel|punkt|kurz|mitternacht|mittag) )(?:(?!um )\\p{L}+ ){0,6}zu \\p{L}{2,}(?<!end)en(?: |$)" +
    "|^(?:wenn|falls|sobald|nachdem|bevor|weil|obwohl|sofern|solange) … \\p{L}+(?:t|en|ist|sind|war|hat) " +
    "(?:muss|müssen|kann|können|soll|sollen|sollte|darf|dürfen|will|wollen|wird|werden|bitte) (?:ich|du|er|sie|es|wir|man|der|die|das|den|rufen|geben|ein|eine|unser|unsere)(?: |$)" +
    // `Zahlung folgt, aber es kam nichts`; but `er aber kam`.
    "|… (?!(?:ich|du|er|sie|es|wir|ihr|man|der|die|das|wer|was|wenn|dann|nun|jetzt|heute|hier|da|und|oder|ja|wohl) )\\S+ " +
    "(?:aber (?:ich|du|er|sie|es|wir|ihr|man|niemand|keiner?|nicht|nur|der|die|das|den|dem|ein|eine|einen|ohne|trotzdem|leider|auch|dann|heute|morgen)|sondern \\S+)(?: |$)",
  "u",
);

export const german: LanguageRules = {
  ...rules,
  ...(rules.clauses && { clauses: { ...rules.clauses, joints: JOINTS } }),
  isNoun: (context) => isNoun(context) || isPolite(context),
};
