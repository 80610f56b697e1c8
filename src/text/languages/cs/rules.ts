/** Czech. */
import type { LanguageData } from "../shared/language-data.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";

export const czech = tableLanguage("cs", data as LanguageData, {
  parts:
    "třetiny/třetina/třetin/třetinu/třetinami 3, čtvrtiny/čtvrtina/čtvrtin/čtvrtinu 4, pětiny/pětina/pětin/pětinu 5, šestiny/šestina/šestin 6, sedminy/sedmina/sedmin 7, osminy/osmina/osmin 8, devítiny/devítina/devítin 9, desetiny/desetina/desetin/desetinu 10, setiny/setina/setin 100, tisíciny/tisícina/tisícin 1000",
  partsAnd: "a",
  idioms: "tisíc díky",
  halves: "a půl/a půle",
  ordinals: "*=.",
  money: {
    Kč: ["koruna/koruny/korun/korunu/korun českých/koruny české/koruna česká", "haléř/haléře/haléřů"],
    "€": ["euro/eura/eur", "cent/centy/centů"],
    $: ["dolar/dolary/dolarů", "cent/centy/centů"],
    "£": ["libra/libry/liber/liber šterlinků", "pence"],
  },
  moneyAnd: "a",
  units:
    "kilo/kila kg, deka/deko dag, stupeň celsia/stupně celsia/stupňů celsia °C, metr čtvereční/metry čtvereční/metrů čtverečních m²",
  per: { words: "za/na", units: "hodinu h, sekundu s, metr čtvereční m²" },
  dates: ["D N Y = D. N Y", "D N = D. N"],
  times: [
    "(v/ve/od/do/po/okolo/kolem)? H hodina/hodiny/hodin M minut/minuty/minuta? = M",
    "(v/ve/od/do/po/okolo/kolem) H hodin/hodiny/hodině = 0",
    "(v/ve) H M = M",
    "půl O = -30",
    "čtvrt_na H = -45",
    "tři_čtvrtě_na/třičtvrtě_na H = -15",
  ],
  hours: "poledne 12, jednu 1, dvě 2",
  domains: "cz",
  address: "zavináč/at tečka pomlčka/minus/spojovník podtržítko lomítko/lomeno",
  plus: "plus",
  telephone: { 9: [3, 3, 3], 12: [3, 3, 3, 3] },
  letterWords: "a i o u v k s z",
  marks: {
    ",": "čárka",
    ".": "tečka",
    "?": "otazník",
    "!": "vykřičník",
    ":": "dvojtečka",
    ";": "středník",
    "…": "tři tečky/výpustka",
    "(": "závorka otevřít/otevřít závorku/levá závorka",
    ")": "závorka zavřít/zavřít závorku/pravá závorka",
    "-": "spojovník",
    " –": "pomlčka",
    "/": "lomítko",
    "\n": "nový řádek",
    "\n\n": "nový odstavec",
  },
  quotes: {
    open: "„",
    close: "“",
    opening: "uvozovky otevřít/otevřít uvozovky/uvozovky dole",
    closing: "uvozovky zavřít/zavřít uvozovky/uvozovky nahoře",
  },
  literal: "ta ten tato každá každý jedna jeden první poslední moje můj jeho její která který jaká jaký bez",
  questions:
    "kdo koho komu co čeho kde kdy kam proč jak jaký jaká jaké který která které kolik odkud zda je_to jsi máš můžeš můžete chceš chcete víš víte",
});
