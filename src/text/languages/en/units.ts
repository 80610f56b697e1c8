/**
 * Units of measure, built from their grammar: SI prefixes before base units (SI brochure, 9th edition), squares and cubes of
 * lengths, `per`. The bare form of some differs from the symbol: it follows NeMo's inverse text normalization
 * (`data/measurements.tsv`), which writes hertz, volts and decibels in small letters.
 */

export interface Unit {
  /** Bare form. */
  text: string;
  /** In a sentence; null where the word itself reads better: `5 minutes`. */
  prose: string | null;
}

const PREFIXES: Readonly<Record<string, string>> = {
  exa: "E",
  peta: "P",
  tera: "T",
  giga: "G",
  mega: "M",
  kilo: "k",
  hecto: "h",
  deci: "d",
  centi: "c",
  milli: "m",
  micro: "μ",
  nano: "n",
  pico: "p",
};

/** Base units that take prefixes: name → symbol, and the bare form where it is another. */
const BASES: readonly [names: string, symbol: string, bare?: string][] = [
  ["meter metre", "m"],
  ["gram gramme", "g"],
  ["liter litre", "l"],
  ["watt", "W"],
  ["watt-hour", "Wh"],
  ["volt", "V", "v"],
  ["ampere amp", "A"],
  ["hertz", "Hz", "hz"],
  ["joule", "J", "j"],
  ["newton", "N", "n"],
  ["pascal", "Pa", "pa"],
  ["ohm", "Ω", "ω"],
  ["farad", "F", "f"],
  ["bit", "b"],
  ["byte", "B"],
  ["calorie", "cal"],
  ["siemens", "S", "s"],
];
/** Without a prefix these are everyday words: `two bits`, `five calories`. */
const ONLY_WITH_PREFIX = new Set(["bit", "calorie", "siemens", "byte", "newton", "farad"]);

/** Units without prefixes: singular, plural, symbol. */
const SYMBOLS: readonly [singular: string, plural: string, text: string, prose?: string][] = [
  ["percent", "percent", "%"],
  ["per cent", "per cent", "%"],
  ["degree celsius", "degrees celsius", "°C"],
  ["degree centigrade", "degrees centigrade", "°C"],
  ["celsius", "celsius", "°C"],
  ["degree fahrenheit", "degrees fahrenheit", "°F"],
  ["fahrenheit", "fahrenheit", "°F"],
  ["kelvin", "kelvin", "K"],
  ["mile per hour", "miles per hour", "mph"],
  ["mile an hour", "miles an hour", "mph"],
  ["mile per gallon", "miles per gallon", "mpg"],
  ["kilometer an hour", "kilometers an hour", "km/h"],
  ["revolution per minute", "revolutions per minute", "rpm"],
  ["frame per second", "frames per second", "fps"],
  ["beat per minute", "beats per minute", "bpm"],
  ["dot per inch", "dots per inch", "dpi"],
  ["part per million", "parts per million", "ppm"],
  ["pound per square inch", "pounds per square inch", "psi"],
  ["horsepower", "horsepower", "hp"],
  ["horse power", "horse power", "hp"],
  ["hectare", "hectares", "ha"],
  ["decibel", "decibels", "db", "dB"],
  ["electron volt", "electron volts", "ev", "eV"],
  ["square mile", "square miles", "sq mi"],
  ["square foot", "square feet", "sq ft"],
  ["square inch", "square inches", "sq in"],
  ["square yard", "square yards", "sq yd"],
  ["cubic foot", "cubic feet", "cu ft"],
  ["cubic inch", "cubic inches", "cu in"],
  ["cubic yard", "cubic yards", "cu yd"],
  ["fluid ounce", "fluid ounces", "fl oz"],
  ["atmosphere", "atmospheres", "atm"],
  ["astronomical unit", "astronomical units", "au"],
  ["kilogram force", "kilograms force", "kgf"],
  ["lumen", "lumens", "lm"],
  ["candela", "candelas", "cd"],
  ["becquerel", "becquerels", "bq", "Bq"],
  ["c c", "c c", "cc"],
  ["sievert", "sieverts", "sv", "Sv"],
  ["radian", "radians", "rad"],
  ["millisecond", "milliseconds", "ms"],
  ["microsecond", "microseconds", "μs"],
  ["nanosecond", "nanoseconds", "ns"],
];

/** Everyday words: a sentence keeps them behind the digits; bare they are a symbol. */
const EVERYDAY: readonly [singular: string, plural: string, text: string][] = [
  ["mile", "miles", "mi"],
  ["foot", "feet", "ft"],
  ["inch", "inches", '"'],
  ["yard", "yards", "yd"],
  ["hour", "hours", "h"],
  ["minute", "minutes", "min"],
  ["second", "seconds", "s"],
  ["ounce", "ounces", "oz"],
  ["gallon", "gallons", "gal"],
  ["knot", "knots", "kt"],
];

const LENGTHS = new Set(["m", "km", "cm", "mm", "dm"]);
const POWERS: Readonly<Record<string, string>> = { square: "²", cubic: "³" };

/** Spoken, singular and plural → unit. */
export const UNITS: ReadonlyMap<string, Unit> = buildUnits();
export const LONGEST_UNIT_WORDS = 4;

/** After `per`: singular name → symbol. */
export const PER_UNITS: ReadonlyMap<string, string> = new Map([
  ["second", "s"],
  ["minute", "min"],
  ["hour", "h"],
  ["liter", "l"],
  ["litre", "l"],
  ["deciliter", "dl"],
  ["kilogram", "kg"],
  ["gram", "g"],
  ["meter", "m"],
  ["metre", "m"],
  ["kilometer", "km"],
  ["square centimeter", "cm²"],
  ["square centimetre", "cm²"],
  ["square kilometer", "km²"],
  ["square kilometre", "km²"],
  ["square meter", "m²"],
  ["square metre", "m²"],
  ["cubic meter", "m³"],
  ["cubic metre", "m³"],
]);

function buildUnits(): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const [names, symbol, bare = symbol] of BASES) {
    for (const name of names.split(" ")) addPrefixed(units, name, symbol, bare);
  }
  for (const [singular, plural, text, prose = text] of SYMBOLS)
    add(units, [singular, plural], { text, prose });
  for (const [singular, plural, text] of EVERYDAY) add(units, [singular, plural], { text, prose: null });
  return units;
}

function addPrefixed(units: Map<string, Unit>, name: string, symbol: string, bare: string): void {
  const spoken = name.replace("-", " ");
  if (!ONLY_WITH_PREFIX.has(name)) addWithPowers(units, "", spoken, { text: bare, prose: symbol });
  for (const [prefix, sign] of Object.entries(PREFIXES)) {
    const text = (symbol === "Hz" ? sign.toLowerCase() : upperForBytes(symbol, sign)) + bare;
    const unit = { text, prose: upperForBytes(symbol, sign) + symbol };
    addWithPowers(units, prefix, spoken, unit);
    addWithPowers(units, `${prefix} `, spoken, unit);
  }
}

/** Computing writes a capital K before bytes and bits. */
function upperForBytes(symbol: string, sign: string): string {
  return sign === "k" && (symbol === "B" || symbol === "b") ? "K" : sign;
}

function addWithPowers(units: Map<string, Unit>, prefix: string, name: string, unit: Unit): void {
  const names = [`${prefix}${name}`, `${prefix}${name}s`];
  add(units, names, unit);
  if (!LENGTHS.has(unit.text)) return;
  for (const [word, sign] of Object.entries(POWERS)) {
    const power = { text: unit.text + sign, prose: `${unit.prose}${sign}` };
    add(
      units,
      names.map((each) => `${word} ${each}`),
      power,
    );
  }
}

function add(units: Map<string, Unit>, names: readonly string[], unit: Unit): void {
  for (const name of names) units.set(name, unit);
}
