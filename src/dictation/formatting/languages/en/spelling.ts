/** British and American spelling: the regular families by their rule, the rest by name. */

/** American ↔ British, stems; their inflections follow. */
const PAIRS: readonly [american: string, british: string][] = (
  "color colour|favor favour|favorite favourite|honor honour|labor labour|neighbor neighbour|behavior behaviour|flavor flavour|humor humour|rumor rumour|harbor harbour|vapor vapour|endeavor endeavour|armor armour|savior saviour|odor odour|" +
  "center centre|theater theatre|fiber fibre|liter litre|meter metre|kilometer kilometre|centimeter centimetre|millimeter millimetre|caliber calibre|somber sombre|luster lustre|specter spectre|" +
  "defense defence|offense offence|pretense pretence|license licence|" +
  "catalog catalogue|dialog dialogue|analog analogue|" +
  "traveler traveller|traveling travelling|traveled travelled|canceled cancelled|canceling cancelling|labeled labelled|labeling labelling|modeled modelled|modeling modelling|fueled fuelled|signaled signalled|counselor counsellor|jeweler jeweller|jewelry jewellery|woolen woollen|marvelous marvellous|" +
  "enroll enrol|fulfill fulfil|skillful skilful|installment instalment|" +
  "gray grey|tire tyre|curb kerb|plow plough|mold mould|check cheque|program programme|draft draught|aging ageing|airplane aeroplane|aluminum aluminium|pajamas pyjamas|mom mum|skeptical sceptical|cozy cosy|maneuver manoeuvre|pediatric paediatric|anesthesia anaesthesia|encyclopedia encyclopaedia|estrogen oestrogen|diarrhea diarrhoea|" +
  "analyze analyse|paralyze paralyse|catalyze catalyse"
)
  .split("|")
  .map((pair) => pair.split(" ") as [string, string]);
/** Spellings that are another word on the other side, and stay: `check the tire program`. */
const ONLY_TO_AMERICAN = new Set([
  "tire",
  "curb",
  "check",
  "program",
  "draft",
  "license",
  "meter",
  "mom",
  "dialog",
  "mold",
]);

const ENDINGS =
  "(s|ed|ing|ly|ful|fully|less|able|ably|ite|ites|ist|ists|hood|hoods|er|ers|al|ally|ation|ations|d)?";

/** `-ize` and its kin: verbs of at least these stems; `size` and `prize` are none. */
const IZE = /\b(\p{L}{3,})(iz)(e|es|ed|ing|er|ers|ation|ations|ational)\b/giu;
const ISE = /\b(\p{L}{3,})(is)(e|es|ed|ing|er|ers|ation|ations|ational)\b/giu;
/** Words in -ise on both sides (Oxford English Dictionary, -ize): no Greek ending. */
const ALWAYS_ISE =
  /^(?:adv|superv|rev|surpr|exerc|comprom|comp|dev|desp|disgu|dem|enterpr|exc|franch|improv|merchand|telev|circumc|chast|prem|prom|prec|conc|expert|paradise|apprentic|r|w|l|ra|pra|no|cru|bru|appra|ma|pro|o|po|tortu|noo|prais|likew|otherw|clockw|treat|parad|upr|ar)$/i;
const ALWAYS_IZE = /^(?:s|res|pr|caps|downs|overs|outs|maximum|se|apprais)$/i;

export function applySpelling(text: string, variant: "british" | "american"): string {
  let spelled = text;
  for (const [american, british] of PAIRS) {
    if (variant === "british" && ONLY_TO_AMERICAN.has(american)) continue;
    const [from, to] = variant === "british" ? [american, british] : [british, american];
    spelled = swap(spelled, from, to);
  }
  return variant === "british"
    ? spelled.replace(IZE, (word, stem: string, middle: string, ending: string) =>
        ALWAYS_IZE.test(stem) ? word : stem + like(middle, "is") + ending,
      )
    : spelled.replace(ISE, (word, stem: string, middle: string, ending: string) =>
        isGreek(stem, ending) ? stem + like(middle, "iz") + ending : word,
      );
}

/** `realise`, `organisation`; not `advise`, `promised`, `raised`, `noises`. */
function isGreek(stem: string, ending: string): boolean {
  if (ALWAYS_ISE.test(stem) || /[aeo]$/i.test(stem)) return false;
  return (
    /^ation/i.test(ending) ||
    /(?:al|an|ar|at|er|et|id|ic|im|in|it|ol|on|or|os|ot|ul|ym|yr|og|om|ut|eg|as|is|un|gn|om|av|rd|nd|ng|ch|ph|th|ct|st|nt|r|l|n|g)$/i.test(
      stem,
    )
  );
}

function swap(text: string, from: string, to: string): string {
  const silent = from.endsWith("e") && to.endsWith("e") ? from.slice(0, -1) : null;
  const pattern =
    silent === null
      ? `\\b(${from})${ENDINGS}\\b`
      : `\\b(${from}|${silent}(?=ing\\b|ed\\b|er\\b|ers\\b))${ENDINGS}\\b`;
  if (!text.toLowerCase().includes(silent ?? from)) return text;
  return text.replace(new RegExp(pattern, "gi"), (_, stem: string, ending = "") => {
    const target = stem.toLowerCase() === from ? to : to.slice(0, -1);
    return like(stem, target) + ending;
  });
}

function like(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return /^\p{Lu}/u.test(model) ? word.replace(/^./, (letter) => letter.toUpperCase()) : word;
}
