import { currencies } from "../shared/currencies.ts";
import { metricUnits } from "../shared/metric.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

export const MEASURES: MeasureWords = {
  units: metricUnits({
    prefixes: table(`
      quilô k, quiló k, quilo k, centí c, centi c, milí m, mili m, decí d, deci d, mega M, giga G, tera T,
      micro μ, micrô μ, nano n, nanô n, hecto h
    `),
    bases: table(`
      metro m, grama g, litro l, watt W, volt V, ampere A, ampère A, hertz Hz, joule J, ohm Ω, newton N,
      byte B, caloria cal
    `),
    prefixedOnly: table("bit bit, segundo s, pascal Pa"),
    others: table(`
      quilo/quilos kg, tonelada/toneladas t, hectare/hectares ha,
      grau celsius/graus celsius/grau centígrado/graus centígrados °C, grau fahrenheit/graus fahrenheit °F,
      kelvin/kelvins K, quilowatt hora/quilowatts hora/quilowatt-hora/quilowatts-hora kWh,
      megawatt hora/megawatts hora MWh, cavalo vapor/cavalos vapor cv, decibel/decibéis dB, por mil ‰,
      milha por hora/milhas por hora mph, pixel/pixels/píxeis px
    `),
    forms: (name) => [`${name}s`],
    powers: table("quadrado ², quadrados ², cúbico ³, cúbicos ³"),
    powersStand: "after",
  }),
  everyday: table(`
    hora/horas h, minuto/minutos min, segundo/segundos s, milha/milhas mi, libra/libras lb, onça/onças oz,
    polegada/polegadas in, jarda/jardas yd
  `),
  halfAfter: ["e meio", "e meia"],
  per: ["por", "à", "ao"],
  perUnits: table(`
    hora h, minuto min, segundo s, segundo ao quadrado s², metro m, metro quadrado m², metro cúbico m³,
    quilômetro/quilómetro km, quilômetro quadrado/quilómetro quadrado km², quilo/quilograma kg, grama g,
    litro l, mililitro ml
  `),
};

/** Brazil sets the sign before the amount and a space between; the euro stands after, as in Portugal. */
const BEFORE = new Set(["R$", "US$", "£", "¥"]);

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      R$: ["real/reais/reais brasileiros", "centavo/centavos"],
      "€": ["euro/euros", "cêntimo/cêntimos/centavo/centavos/cent/cents"],
      US$: ["dólar/dólares/dólares americanos", "centavo/centavos/cêntimo/cêntimos"],
      "£": ["libra esterlina/libras esterlinas", "pence/centavos"],
      "¥": ["iene/ienes", ""],
      "₽": ["rublo/rublos", "copeque/copeques"],
      "₹": ["rupia/rupias", ""],
      CHF: ["franco suíço/francos suíços", ""],
    },
    (symbol) => (BEFORE.has(symbol) ? "before-spaced" : "after"),
  ),
  and: ["e", "com"],
  of: ["de"],
  bareCents: "after-and",
};
