import { currencies } from "../shared/currencies.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

/** Areas and volumes; recognizers write them in one word or in two. */
function powersOf(lengths: Readonly<Record<string, string>>): Record<string, string> {
  const powers = Object.entries({ quadrat: "²", kubik: "³" });
  return Object.fromEntries(
    Object.entries(lengths).flatMap(([length, symbol]) =>
      powers.map(([power, sign]) => {
        const names = [power + length, `${power}${length}n`, `${power} ${length}`, `${power} ${length}n`];
        return [names.join("/"), symbol + sign];
      }),
    ),
  );
}

export const MEASURES: MeasureWords = {
  units: {
    ...powersOf({ kilometer: "km", meter: "m", dezimeter: "dm", zentimeter: "cm", millimeter: "mm" }),
    ...table(`
      kilometer/kilometern km, meter/metern m, dezimeter/dezimetern dm, zentimeter/zentimetern cm,
      millimeter/millimetern mm, mikrometer/mikrometern μm, nanometer/nanometern nm, hektar ha, tonne/tonnen t,
      kilogramm/kilo kg, gramm g, milligramm mg, mikrogramm μg, liter/litern l, hektoliter/hektolitern hl,
      deziliter/dezilitern dl, zentiliter/zentilitern cl, milliliter/millilitern ml, grad celsius °C,
      grad fahrenheit °F, kelvin K, volt V, millivolt mV, kilovolt kV, ampere A, milliampere mA, watt W,
      milliwatt mW, kilowatt kW, megawatt MW, gigawatt GW, terawatt TW, wattstunde/wattstunden Wh,
      kilowattstunde/kilowattstunden kWh, megawattstunde/megawattstunden MWh, gigawattstunde/gigawattstunden GWh,
      terawattstunde/terawattstunden TWh, pferdestärke/pferdestärken/p s PS, joule J, kilojoule kJ,
      kalorie/kalorien cal, kilokalorie/kilokalorien kcal, newton N, newtonmeter Nm, pascal Pa, hektopascal hPa,
      kilopascal kPa, megapascal MPa, bar bar, hertz Hz, kilohertz kHz, megahertz MHz, gigahertz GHz, ohm Ω,
      kiloohm kΩ, megaohm MΩ, dezibel/d b dB, lumen lm, lux lx, kilobit kbit, megabit Mbit, gigabit Gbit, byte B,
      kilobyte kB, megabyte MB, gigabyte GB, terabyte TB, petabyte PB, millisekunde/millisekunden ms,
      mikrosekunde/mikrosekunden μs, nanosekunde/nanosekunden ns, promille ‰, pixel px
    `),
  },
  everyday: table(
    'stunde/stunden h, minute/minuten min, sekunde/sekunden s, meile/meilen mi, zoll ", fuß ft',
  ),
  per: ["pro", "je", "die"],
  perUnits: table(`
    stunde h, minute min, sekunde s, quadratsekunde s², meter m, quadratmeter/quadrat meter m², kubikmeter/kubik meter m³,
    quadratkilometer/quadrat kilometer km², kubikzentimeter cm³, kilometer km, liter l, milliliter ml, deziliter dl,
    kilo/kilogramm kg, gramm g
  `),
};

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "€": ["euro/euros", "cent/cents/eurocent"],
      $: ["dollar/dollars/us dollar/u s dollar/amerikanische dollar", "cent/cents"],
      "£": ["pfund sterling/britische pfund/englische pfund", "pence/penny/pennies"],
      CHF: ["schweizer franken/franken", "rappen"],
      "¥": ["yen/japanische yen", ""],
      "₽": ["rubel/russische rubel", "kopeken/kopeke"],
      "₺": ["türkische lira", "kuruş"],
      "₹": ["indische rupien/rupien", "paise"],
      zł: ["zloty/złoty", "groschen"],
      kr: ["schwedische kronen/norwegische kronen/dänische kronen", "öre"],
      DM: ["deutsche mark/d mark", "pfennig/pfennige"],
    },
    () => "after",
  ),
  and: ["und"],
  bareCents: "plain",
};
