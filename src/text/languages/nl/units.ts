import { currencies } from "../shared/currencies.ts";
import { metricUnits } from "../shared/metric.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

export const MEASURES: MeasureWords = {
  units: metricUnits({
    prefixes: table("kilo k, centi c, milli m, deci d, mega M, giga G, tera T, micro μ, nano n, hecto h"),
    bases: table(`
      meter m, gram g, liter l, watt W, volt V, ampère A, ampere A, hertz Hz, joule J, ohm Ω, newton N,
      pascal Pa, byte B
    `),
    prefixedOnly: table("bit bit, seconde s, calorie cal"),
    others: table(`
      kilo/kilo's kg, ton t, hectare/hectaren ha, graden celsius/graad celsius °C,
      graden fahrenheit/graad fahrenheit °F, kelvin K, kilowattuur/kilowatt uur kWh,
      megawattuur/megawatt uur MWh, paardenkracht/p k pk, decibel dB, promille ‰, mijl per uur mph,
      pixel/pixels px, kubieke centimeter cm³
    `),
    forms: (name) => [`${name}s`],
    powers: { vierkante: "²", kubieke: "³" },
    powersStand: "before",
  }),
  everyday: table("minuut/minuten min, seconde/seconden s, mijl/mijlen mi, inch in"),
  per: ["per"],
  perUnits: table(`
    uur h, minuut min, seconde s, meter m, vierkante meter m², kubieke meter m³, kilometer km,
    vierkante kilometer km², kilo/kilogram kg, gram g, liter l
  `),
};

/** The sign stands before the amount, set apart by a space (Taalunie, Taaladvies). */
export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "€": ["euro/euro's", "cent/eurocent/centen"],
      $: ["dollar/dollars/amerikaanse dollar", "cent/dollarcent"],
      "£": ["pond sterling/britse pond/engelse pond", "pence/penny"],
      CHF: ["zwitserse frank", "rappen"],
      "¥": ["yen/japanse yen", ""],
      "₽": ["roebel/roebels", "kopeken"],
      "₹": ["roepie/roepies", ""],
    },
    () => "before-spaced",
  ),
  and: ["en"],
  bareCents: "plain",
};
