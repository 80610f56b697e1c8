import { currencies } from "../shared/currencies.ts";
import { metricUnits } from "../shared/metric.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

/** Cases of nouns by their last letter: the consonants take -а, -ов and so on, -а and -я theirs. */
const HARD = ["а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"];
const FEMININE = ["ы", "у", "е", "ой", "", "ам", "ами", "ах"];
const SOFT_FEMININE = ["и", "ю", "е", "ей", "ь", "ям", "ями", "ях"];

function cases(name: string): string[] {
  const stem = name.slice(0, -1);
  if (name.endsWith("а")) return FEMININE.map((ending) => stem + ending);
  if (name.endsWith("я")) return [...SOFT_FEMININE.map((ending) => stem + ending), `${stem.slice(0, -1)}ий`];
  if (name.endsWith("ь"))
    return ["я", "ю", "ем", "е", "и", "ей", "ям", "ями", "ях"].map((ending) => stem + ending);
  return HARD.map((ending) => name + ending);
}

function inCases(units: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(units).map(([name, symbol]) => [[name, ...cases(name)].join("/"), symbol]),
  );
}

const ADJECTIVES: Readonly<Record<string, string>> = { квадратн: "²", кубическ: "³" };

function powers(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(ADJECTIVES).flatMap(([stem, power]) =>
      ["ый", "ий", "ых", "их", "ые", "ие", "ого", "ому", "ом", "ым", "им"].map((ending) => [
        stem + ending,
        power,
      ]),
    ),
  );
}

export const MEASURES: MeasureWords = {
  units: metricUnits({
    prefixes: table("кило к, санти с, милли м, деци д, мега М, гига Г, тера Т, микро мк, нано н, гекто г"),
    bases: table(`
      метр м, грамм г, литр л, ватт Вт, вольт В, ампер А, герц Гц, джоуль Дж, ньютон Н, паскаль Па, байт Б,
      калория кал
    `),
    prefixedOnly: table("бит бит, секунда с, ом Ом"),
    others: {
      ...inCases(table("тонна т, гектар га, децибел дБ, люмен лм, кельвин К")),
      ...table(`
      кило кг,
      градус цельсия/градуса цельсия/градусов цельсия/градусам цельсия °C,
      градус фаренгейта/градуса фаренгейта/градусов фаренгейта °F,
      киловатт час/киловатт часа/киловатт часов/киловатт-час/киловатт-часа/киловатт-часов кВт⋅ч, промилле ‰
    `),
      "лошадиная сила/лошадиные силы/лошадиных сил": "л. с.",
    },
    forms: cases,
    powers: powers(),
    powersStand: "before",
  }),
  everyday: table(
    "час/часа/часов ч, минута/минуты/минут/минуту мин, секунда/секунды/секунд/секунду с, миля/мили/миль миль",
  ),
  per: ["в", "на"],
  perPrice: ["за"],
  perUnits: table(`
    час ч, минуту мин, секунду с, метр м, квадратный метр м², кубический метр м³, километр км,
    квадратный километр км², килограмм/кило кг, литр л
  `),
};

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "₽": [
        "рубль/рубля/рублей/рублю/рублям/рублём/рублем/рублями/рубле/рублях/рубли/российских рублей",
        "копейка/копейки/копеек/копейку/копейкам/копейками",
      ],
      "€": ["евро", "цент/цента/центов/евроцент/евроцента/евроцентов"],
      $: [
        "доллар/доллара/долларов/доллару/долларам/долларом/долларами/долларах/долларов сша/долларов сэ ш а/доллара сша/доллар сша/американских долларов",
        "цент/цента/центов",
      ],
      "£": ["фунт стерлингов/фунта стерлингов/фунтов стерлингов", "пенс/пенса/пенсов/пенни"],
      "₴": ["гривна/гривны/гривен/гривну", "копейка/копейки/копеек"],
      "₸": ["тенге", "тиын"],
      "¥": ["иена/иены/иен/иену/йена/йены/йен/юань/юаня/юаней", "сен"],
      "₹": ["рупия/рупии/рупий/рупию", ""],
      CHF: ["швейцарский франк/швейцарских франка/швейцарских франков", ""],
    },
    () => "after",
  ),
  and: ["и"],
  bareCents: "never",
};
