import { currencies } from "../shared/currencies.ts";
import { metricUnits } from "../shared/metric.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

/** Plurals of units that end on a vowel; the others stay as they are. */
function plural(name: string): string[] {
  if (name.endsWith("o")) return [`${name.slice(0, -1)}i`];
  return name.endsWith("a") ? [`${name.slice(0, -1)}e`] : [];
}

export const MEASURES: MeasureWords = {
  units: metricUnits({
    prefixes: table("chilo k, centi c, milli m, deci d, mega M, giga G, tera T, micro μ, nano n, etto h"),
    bases: table(`
      metro m, grammo g, litro l, watt W, volt V, ampere A, hertz Hz, joule J, ohm Ω, newton N, pascal Pa,
      byte B, caloria cal
    `),
    prefixedOnly: { bit: "bit", secondo: "s" },
    others: table(`
      chilo/chili kg, kilometro/kilometri km, tonnellata/tonnellate t, ettaro/ettari ha,
      grado celsius/gradi celsius/grado centigrado/gradi centigradi °C, grado fahrenheit/gradi fahrenheit °F,
      kelvin K, chilowattora/kilowattora/chilowatt ora kWh, megawattora/megawatt ora MWh,
      cavallo vapore/cavalli vapore CV, decibel dB, per mille ‰, pixel px, kilowatt kW, kilobyte kB,
      miglio all'ora/miglia all'ora/miglia orarie mph, chilometri orari/chilometro orario km/h
    `),
    forms: plural,
    powers: table("quadrato ², quadrati ², quadro ², quadri ², cubo ³, cubi ³, cubico ³"),
    powersStand: "after",
  }),
  everyday: table(`
    ora/ore h, minuto/minuti min, secondo/secondi s, miglio/miglia mi, libbra/libbre lb, oncia/once oz,
    pollice/pollici in
  `),
  halfAfter: ["e mezzo", "e mezza"],
  per: ["al", "per", "all'", "a"],
  perUnits: table(`
    ora/all'ora/l'ora h, minuto min, secondo s, secondo quadrato s², metro m, metro quadrato/metro quadro m²,
    metro cubo m³, chilometro km, chilometro quadrato km², chilo/chilogrammo kg, grammo g, litro l
  `),
};

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "€": ["euro", "centesimo/centesimi/cent"],
      $: ["dollaro/dollari/dollari americani/dollari statunitensi", "centesimo/centesimi/cent"],
      "£": ["sterlina/sterline", "penny/pence/centesimi"],
      CHF: ["franco svizzero/franchi svizzeri", "centesimo/centesimi"],
      "¥": ["yen", ""],
      "₽": ["rublo/rubli", "copeco/copechi/copeca/copeche"],
      "₹": ["rupia/rupie", ""],
      "₩": ["won", ""],
    },
    () => "after",
  ),
  and: ["e"],
  of: ["di"],
  bareCents: "after-and",
};
