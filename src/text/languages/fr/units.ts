import { currencies } from "../shared/currencies.ts";
import type { MeasureWords, MoneyWords } from "../shared/quantities.ts";
import { table } from "../shared/tables.ts";

export const MEASURES: MeasureWords = {
  units: table(`
    kilomètre/kilomètres km, kilomètre heure/kilomètres heure/kilomètre-heure/kilomètres-heure km/h, mètre/mètres m, décimètre/décimètres dm, centimètre/centimètres cm,
    millimètre/millimètres mm, micromètre/micromètres μm, nanomètre/nanomètres nm,
    kilomètre carré/kilomètres carrés km², mètre carré/mètres carrés m²,
    centimètre carré/centimètres carrés cm², millimètre carré/millimètres carrés mm²,
    mètre cube/mètres cubes m³, centimètre cube/centimètres cubes cm³, hectare/hectares ha, tonne/tonnes t,
    kilogramme/kilogrammes/kilo/kilos kg, gramme/grammes g, milligramme/milligrammes mg,
    microgramme/microgrammes μg, litre/litres l, hectolitre/hectolitres hl, décilitre/décilitres dl,
    centilitre/centilitres cl, millilitre/millilitres ml, degré celsius/degrés celsius °C,
    degré fahrenheit/degrés fahrenheit °F, kelvin/kelvins K, volt/volts V, kilovolt/kilovolts kV,
    millivolt/millivolts mV, ampère/ampères A, milliampère/milliampères mA, watt/watts W,
    milliwatt/milliwatts mW, kilowatt/kilowatts kW, mégawatt/mégawatts MW, gigawatt/gigawatts GW,
    térawatt/térawatts TW, wattheure/wattheures Wh,
    kilowattheure/kilowattheures/kilowatt heure/kilowatt heures/kilowatts heures kWh,
    mégawattheure/mégawattheures MWh, cheval vapeur/chevaux vapeur ch, joule/joules J, kilojoule/kilojoules kJ,
    calorie/calories cal, kilocalorie/kilocalories kcal, newton/newtons N, pascal/pascals Pa,
    hectopascal/hectopascals hPa, kilopascal/kilopascals kPa, bar/bars bar, hertz Hz, kilohertz kHz,
    mégahertz MHz, gigahertz GHz, ohm/ohms Ω, décibel/décibels dB, lumen/lumens lm, kilooctet/kilooctets ko,
    mégaoctet/mégaoctets Mo, gigaoctet/gigaoctets Go, téraoctet/téraoctets To, mégabit/mégabits Mbit,
    gigabit/gigabits Gbit, milliseconde/millisecondes ms, microseconde/microsecondes μs,
    nanoseconde/nanosecondes ns, pour mille ‰, pixel/pixels px
  `),
  everyday: table("heure/heures h, minute/minutes min, seconde/secondes s"),
  halfAfter: ["et demi", "et demie"],
  per: ["par", "à", "à la", "au"],
  perUnits: table(`
    heure/l'heure h, minute min, seconde s, seconde carrée s², mètre m, mètre carré m², mètre cube m³,
    kilomètre km, kilomètre carré km², litre l, kilo/kilogramme kg, gramme g
  `),
};

export const MONEY: MoneyWords = {
  currencies: currencies(
    {
      "€": ["euro/euros/d'euros/d'euro", "centime/centimes/cent/cents/centimes d'euro/centime d'euro"],
      $: ["dollar/dollars/dollars américains/dollar américain", "cent/cents/centime/centimes"],
      "$ CA": ["dollars canadiens/dollar canadien", "cents/cent"],
      "£": ["livre sterling/livres sterling/livres sterlings", "penny/pence"],
      CHF: ["franc suisse/francs suisses", "centime/centimes"],
      F: ["franc/francs", "centime/centimes"],
      "¥": ["yen/yens", ""],
      "₽": ["rouble/roubles", "kopeck/kopecks"],
      "₹": ["roupie/roupies", ""],
      "₩": ["won/wons", ""],
    },
    () => "after",
  ),
  and: ["et"],
  of: ["de", "d'"],
  bareCents: "plain",
};
