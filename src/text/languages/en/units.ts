/**
 * Units of measure, built from their grammar: SI prefixes before base units (SI brochure, 9th edition), squares and cubes of
 * lengths, `per`. The bare form of some differs from the symbol: it follows NeMo's inverse text normalization
 * (`data/measurements.tsv`), which writes hertz, volts and decibels in small letters.
 */
import { alternatives, phrases } from "../shared/readers.ts";
import { table } from "../shared/tables.ts";

export interface Unit {
  /** Bare form. */
  text: string;
  /** In a sentence; null if the word itself reads better: `5 minutes`. */
  prose: string | null;
}

const PREFIXES = table(`
  exa E, peta P, tera T, giga G, mega M, kilo k, hecto h, deci d, centi c, milli m, micro μ, nano n, pico p
`);
/** Units that take prefixes; `bare|sentence` where the two forms differ. */
const BASES = table(`
  meter/metre m, gram/gramme g, liter/litre l, watt W, watt hour Wh, volt v|V, ampere/amp A, hertz hz|Hz, joule j|J,
  newton n|N, pascal pa|Pa, ohm ω|Ω, farad f|F, bit b, byte B, calorie cal, siemens s|S
`);
/** Without a prefix these are everyday words: `two bits`, `five calories`. */
const ONLY_WITH_PREFIX = new Set(["bit", "calorie", "siemens", "byte", "newton", "farad"]);

/** Units without prefixes. */
const SYMBOLS = {
  ...table(`
    percent/per cent %, degree celsius/degrees celsius/degree centigrade/degrees centigrade/celsius °C,
    degree fahrenheit/degrees fahrenheit/fahrenheit °F, kelvin K,
    mile per hour/miles per hour/mile an hour/miles an hour mph, mile per gallon/miles per gallon mpg,
    kilometer an hour/kilometers an hour km/h, revolution per minute/revolutions per minute rpm,
    frame per second/frames per second fps, beat per minute/beats per minute bpm, dot per inch/dots per inch dpi,
    part per million/parts per million ppm, pound per square inch/pounds per square inch psi,
    horsepower/horse power hp, hectare/hectares ha, decibel/decibels db|dB, electron volt/electron volts ev|eV,
    atmosphere/atmospheres atm, astronomical unit/astronomical units au, kilogram force/kilograms force kgf,
    lumen/lumens lm, candela/candelas cd, becquerel/becquerels bq|Bq, c c cc, sievert/sieverts sv|Sv,
    radian/radians rad, millisecond/milliseconds ms, microsecond/microseconds μs, nanosecond/nanoseconds ns
  `),
  "square mile/square miles": "sq mi",
  "square foot/square feet": "sq ft",
  "square inch/square inches": "sq in",
  "square yard/square yards": "sq yd",
  "cubic foot/cubic feet": "cu ft",
  "cubic inch/cubic inches": "cu in",
  "cubic yard/cubic yards": "cu yd",
  "fluid ounce/fluid ounces": "fl oz",
};

/** Everyday words: a sentence keeps them after the digits; bare they are a symbol. */
const EVERYDAY = table(`
  mile/miles mi, foot/feet ft, inch/inches ", yard/yards yd, hour/hours h, minute/minutes min, second/seconds s,
  ounce/ounces oz, gallon/gallons gal, knot/knots kt
`);

const LENGTHS = new Set(["m", "km", "cm", "mm", "dm"]);
const POWERS = table("square ², cubic ³");

const UNITS = buildUnits();
/** Units by their spoken names, singular and plural. */
export const findUnit = phrases(UNITS);

export function isUnit(word: string | undefined): boolean {
  return UNITS.has(word ?? "");
}

/** Units after `per`, in the singular. */
export const findPerUnit = phrases(
  alternatives(
    table(`
      second s, minute min, hour h, liter/litre l, deciliter dl, kilogram kg, gram g, meter/metre m, kilometer km,
      square centimeter/square centimetre cm², square kilometer/square kilometre km²,
      square meter/square metre m², cubic meter/cubic metre m³
    `),
  ),
);

function buildUnits(): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const [name, forms] of alternatives(BASES)) addPrefixed(units, name, unitOf(forms));
  for (const [name, forms] of alternatives(SYMBOLS)) units.set(name, unitOf(forms));
  for (const name of ["liter", "litre", "liters", "litres"]) units.set(name, { text: "l", prose: null });
  for (const [name, text] of alternatives(EVERYDAY)) units.set(name, { text, prose: null });
  return units;
}

function unitOf(forms: string): { text: string; prose: string } {
  const [text = "", prose = text] = forms.split("|");
  return { text, prose };
}

function addPrefixed(units: Map<string, Unit>, name: string, base: { text: string; prose: string }): void {
  if (!ONLY_WITH_PREFIX.has(name)) addWithPowers(units, name, base);
  for (const [prefix, sign] of Object.entries(PREFIXES)) {
    const capital = upperForBytes(base.prose, sign);
    const text = (base.prose === "Hz" ? sign.toLowerCase() : capital) + base.text;
    for (const spoken of [prefix + name, `${prefix} ${name}`])
      addWithPowers(units, spoken, { text, prose: capital + base.prose });
  }
}

/** Computing writes a capital K before bytes and bits. */
function upperForBytes(symbol: string, sign: string): string {
  return sign === "k" && (symbol === "B" || symbol === "b") ? "K" : sign;
}

function addWithPowers(units: Map<string, Unit>, name: string, unit: Unit): void {
  for (const form of [name, `${name}s`]) {
    units.set(form, unit);
    if (!LENGTHS.has(unit.text)) continue;
    for (const [word, sign] of Object.entries(POWERS))
      units.set(`${word} ${form}`, { text: unit.text + sign, prose: `${unit.prose}${sign}` });
  }
}
