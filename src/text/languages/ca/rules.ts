/** Catalan. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const catalan = tableLanguage("ca", data as LanguageData, {
  idioms: "mil gràcies/mil disculpes",
  halves: "i mig/i mitja",
  percent: "per cent/percent",
  ordinals: "r=r n=n t=t a=a *=è",
  money: {
    "€": ["euro/euros/d'euros", "cèntim/cèntims/cèntim d'euro/cèntims d'euro"],
    $: ["dòlar/dòlars/de dòlars", "centau/centaus/cèntims"],
    "£": ["lliura/lliures/lliures esterlines", "penic/penics"],
  },
  moneyLayout: "after",
  moneyAnd: "amb/i",
  units:
    "quilo/quilos kg, grau celsius/graus celsius/graus centígrads °C, metre quadrat/metres quadrats m², metre cúbic/metres cúbics m³",
  per: { words: "per", units: "hora h, segon s, metre quadrat m²" },
  dates: ["D N de/del Y = D N de Y", "primer N de/del Y = 1 N de Y", "D N = D N"],
  times: [
    "(la/les/a_les/a_la) H i_mitja = 30",
    "(la/les/a_les/a_la) H i_quart = 15",
    "(la/les/a_les/a_la) H menys_quart = -15",
    "(la/les/a_les/a_la) H menys M = -M",
    "(la/les/a_les/a_la) H i M minuts? = M",
    "(les/a_les) H (en_punt) = 0",
    "un_quart_de/un_quart_d' H = -45",
    "dos_quarts_de/dos_quarts_d' H = -30",
    "tres_quarts_de/tres_quarts_d' H = -15",
  ],
  hours: "migdia 12, mitjanit 0",
  address: "arrova punt guió/guionet guió_baix/subratllat barra/barra_inclinada",
  domains: "cat",
  plus: "més",
  telephone: { 9: [3, 2, 2, 2] },
  letterWords: "a i o",
  marks: {
    ",": "coma",
    ".": "punt/punt i seguit/punt final",
    "?": "signe d'interrogació/interrogant/tanca interrogant",
    "!": "signe d'exclamació/exclamació/tanca exclamació",
    ":": "dos punts",
    ";": "punt i coma",
    "…": "punts suspensius",
    "(": "obre parèntesi/obrir parèntesi",
    ")": "tanca parèntesi/tancar parèntesi",
    "-": "guionet",
    " –": "guió llarg",
    "/": "barra inclinada",
    "\n": "línia nova/nova línia/salt de línia",
    "\n\n": "paràgraf nou/nou paràgraf/punt i a part/punt i apart",
  },
  quotes: {
    open: "«",
    close: "»",
    opening: "obre cometes/obrir cometes",
    closing: "tanca cometes/tancar cometes",
  },
  literal: "un una el la aquest aquesta cada primer últim meu seva en a quin bon aquell molt al del per",
  questions:
    "què qui on quant quanta quants quantes quin quina quins quines per_què pots podeu vols voleu saps sabeu tens teniu pot oi_que és_que quan_vindràs quan_vens quan_és quan_comença quan_arriba quan_arribes quan_ens com_estàs com_esteu com_està com_es com_et com_puc com_podem com_va",
});
