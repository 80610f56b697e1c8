/** Lithuanian. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const lithuanian = tableLanguage("lt", data as LanguageData, {
  halves: "su puse",
  ordinals: "*=-as",
  money: {
    "€": ["euras/eurai/eurų/eurus/eurais", "centas/centai/centų/centus"],
    $: ["doleris/doleriai/dolerių/dolerius", "centas/centai/centų/centus"],
    "£": ["svaras/svarai/svarų/svarus", "pensas/pensai/pensų"],
  },
  moneyAnd: "ir",
  units:
    "kilo kg, laipsnis celsijaus/laipsniai celsijaus/laipsnių celsijaus °C, kvadratinis metras/kvadratiniai metrai/kvadratinių metrų m²",
  per: { words: "per", units: "valandą h, sekundę s" },
  dates: ["Y metų N D diena/dienos/dieną? = Y m. N D d.", "N D diena/dienos/dieną = N D d."],
  times: [
    "H valanda/valandos/valandą/valandų M minutė/minutės/minučių/minutę = M",
    "pusė H = -30",
    "be M H = -M",
    "(lygiai) H valandą = 0",
  ],
  address:
    "eta/et/at taškas brūkšnelis/brūkšnys/minusas pabraukimas/apatinis_brūkšnys įžambinis/pasvirasis_brūkšnys",
  plus: "plius/pliusas",
  telephone: { 9: [1, 3, 5] },
  marks: {
    ",": "kablelis",
    ".": "taškas",
    "?": "klaustukas",
    "!": "šauktukas",
    ":": "dvitaškis",
    ";": "kabliataškis",
    "…": "daugtaškis",
    "(": "atidaryti skliaustus/skliaustai atsidaro/skliaustas atsidaro",
    ")": "uždaryti skliaustus/skliaustai užsidaro/skliaustas užsidaro",
    "-": "brūkšnelis",
    " –": "brūkšnys",
    "/": "pasvirasis brūkšnys",
    "\n": "nauja eilutė",
    "\n\n": "nauja pastraipa",
  },
  quotes: {
    open: "„",
    close: "“",
    opening: "atidaryti kabutes/kabutės atsidaro",
    closing: "uždaryti kabutes/kabutės užsidaro",
  },
  literal: "šis kiekvienas vienas pirmas paskutinis mano tavo jo jos koks kuris",
  questions:
    "kas ką kam kur kada kodėl koks kokia kokie kiek ar kuris kuri iš_kur kaip_sekasi kaip_tau kaip_jums kaip_laikaisi",
});
