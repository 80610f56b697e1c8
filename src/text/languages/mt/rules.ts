/** Maltese. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const maltese = tableLanguage("mt", data as LanguageData, {
  halves: "u nofs",
  percent: "fil-mija/mija fil-mija/fil mija",
  money: {
    "€": ["ewro/euro", "ċenteżmu/ċenteżmi"],
    $: ["dollaru/dollari", "ċenteżmu/ċenteżmi"],
    "£": ["lira sterlina/liri sterlini", "pens"],
  },
  moneyAnd: "u",
  units:
    "kilo kg, metru/metri m, kilometru/kilometri km, ċentimetru/ċentimetri cm, gramma/grammi g, litru/litri l, grad celsius/gradi celsius °C, metru kwadru/metri kwadri m²",
  dates: ["D ta'/ta N Y = D ta' N Y", "D ta'/ta N = D ta' N"],
  times: [
    "(fil/fis/fit/fid/il/is) H u_nofs = 30",
    "(fil/fis/fit/fid/il/is) H u_kwart = 15",
    "(fil/fis/fit/fid/il/is) H neqsin_kwart = -15",
  ],
  address: "at/et punt sing/minus underscore/sing_t'isfel slash",
  plus: "plus",
  telephone: { 8: [4, 4] },
  letterWords: "u x",
  marks: {
    ",": "virgola",
    ".": "punt",
    "?": "punt interrogattiv/mistoqsija",
    "!": "punt esklamattiv",
    ":": "żewġ punti",
    ";": "punt u virgola",
    "…": "tliet punti",
    "(": "iftaħ parentesi/parentesi miftuħa",
    ")": "agħlaq parentesi/parentesi magħluqa",
    "-": "sing",
    "/": "sing oblikwu",
    "\n": "linja ġdida",
    "\n\n": "paragrafu ġdid",
  },
  quotes: {
    open: "“",
    close: "”",
    opening: "iftaħ il-virgoletti/virgoletti miftuħa",
    closing: "agħlaq il-virgoletti/virgoletti magħluqa",
  },
  literal: "kull wieħed waħda l-ewwel l-aħħar il-",
  questions: "x' x'inhu x'inhi xi min meta fejn għaliex għala kif kemm liema minn_fejn jekk_jogħġbok",
});
