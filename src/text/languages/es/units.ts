import { currencies } from "../shared/currencies.ts";
import { metricUnits } from "../shared/metric.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

export const MEASURES: MeasureWords = {
  units: metricUnits({
    prefixes: table(`
      kiló k, kilo k, centí c, centi c, milí m, mili m, decí d, deci d, mega M, giga G, tera T, micro μ,
      nano n, hecto h
    `),
    bases: table(`
      metro m, gramo g, litro l, vatio W, watt W, voltio V, amperio A, hercio Hz, hertz Hz, ohmio Ω, pascal Pa,
      newton N, byte B, caloría cal
    `),
    prefixedOnly: table("julio J, bit bit, segundo s"),
    others: table(`
      kilo/kilos kg, tonelada/toneladas t, hectárea/hectáreas ha,
      grado celsius/grados celsius/grado centígrado/grados centígrados °C,
      grado fahrenheit/grados fahrenheit °F, kelvin/kélvines K,
      kilovatio hora/kilovatios hora/kilovatios por hora kWh, megavatio hora/megavatios hora MWh,
      caballo de vapor/caballos de vapor CV, decibelio/decibelios/decibel/decibeles dB, lumen/lúmenes lm,
      centímetro cúbico/centímetros cúbicos cm³, milla por hora/millas por hora mph,
      pulgada cuadrada/pulgadas cuadradas in², por mil ‰, píxel/píxeles px
    `),
    forms: (name) => [`${name}s`],
    powers: table("cuadrado ², cuadrados ², cúbico ³, cúbicos ³"),
    powersStand: "after",
  }),
  everyday: table(`
    hora/horas h, minuto/minutos min, segundo/segundos s, milla/millas mi, libra/libras lb, onza/onzas oz,
    pulgada/pulgadas in, yarda/yardas yd
  `),
  halfAfter: ["y medio", "y media"],
  per: ["por", "al"],
  perUnits: table(`
    hora h, minuto min, segundo s, segundo cuadrado s², metro m, metro cuadrado m², metro cúbico m³,
    kilómetro km, kilómetro cuadrado km², kilo/kilogramo kg, gramo g, litro l, mililitro ml
  `),
};

/** The Americas set the sign before the amount, Spain after; the sign tells which. */
const BEFORE = new Set(["$", "£", "¥", "₩", "US$", "Mex$", "₡"]);

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "€": ["euro/euros", "céntimo/céntimos/centavo/centavos/cent/cents"],
      $: [
        "dólar/dólares/peso/pesos/pesos argentinos/pesos chilenos/pesos colombianos",
        "centavo/centavos/céntimo/céntimos",
      ],
      US$: [
        "dólares estadounidenses/dólar estadounidense/dólares americanos/dólar americano",
        "centavo/centavos",
      ],
      Mex$: ["pesos mexicanos/peso mexicano", "centavo/centavos"],
      "£": ["libra esterlina/libras esterlinas", "penique/peniques"],
      "S/": ["sol peruano/soles/soles peruanos", "céntimos/céntimo"],
      "¥": ["yen/yenes", "sen"],
      "₩": ["won/wones", ""],
      "₡": ["colón/colones", "céntimos"],
      "₽": ["rublo/rublos", "kopek/kopeks"],
      "₹": ["rupia/rupias", ""],
      CHF: ["franco suizo/francos suizos", "céntimos"],
      R$: ["real brasileño/reales brasileños", "centavos"],
      zł: ["esloti/eslotis/zloty/zlotys", ""],
    },
    (symbol) => (BEFORE.has(symbol) ? "before" : "after"),
  ),
  and: ["y", "con"],
  bareAnd: ["con"],
  of: ["de"],
  bareCents: "plain",
};
