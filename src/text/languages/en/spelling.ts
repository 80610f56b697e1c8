/** British and American spelling: the regular families by their rule, the rest by name. */

/** After most of the words below. */
const ENDINGS = ["", ..."s ed ing ly ful fully less able ably ist ists hood hoods er ers al ally".split(" ")];

/** American and British, and the endings where not all are spelled so: `programmed` is on both sides. */
const PAIRS: readonly [american: string, british: string, endings?: string][] = (
  "color colour|favor favour|favorite favourite|honor honour|labor labour|neighbor neighbour|behavior behaviour|" +
  "flavor flavour|humor humour|rumor rumour|harbor harbour|vapor vapour|endeavor endeavour|armor armour|savior saviour|" +
  "odor odour|center centre|theater theatre|fiber fibre|liter litre|meter metre|kilometer kilometre|" +
  "centimeter centimetre|millimeter millimetre|caliber calibre|somber sombre|luster lustre|defense defence|" +
  "offense offence|pretense pretence|license licence|practice practise -/d/s|catalog catalogue|dialog dialogue|" +
  "analog analogue|traveler traveller|traveling travelling -|traveled travelled -|canceled cancelled -|" +
  "canceling cancelling -|labeled labelled -|labeling labelling -|modeled modelled -|modeling modelling -|" +
  "fueled fuelled -|signaled signalled -|counselor counsellor|jeweler jeweller|jewelry jewellery -|woolen woollen|" +
  "marvelous marvellous|enroll enrol s/ment|fulfill fulfil s/ment|skillful skilful -/ly|installment instalment|" +
  "gray grey|tire tyre|curb kerb|plow plough|mold mould|check cheque s|program programme s|draft draught|aging ageing -|" +
  "airplane aeroplane|aluminum aluminium -|pajamas pyjamas -|mom mum|skeptical sceptical|cozy cosy -|" +
  "maneuver manoeuvre|pediatric paediatric|anesthesia anaesthesia -|encyclopedia encyclopaedia|estrogen oestrogen -|" +
  "diarrhea diarrhoea -|" +
  // The plural of analysis is spelled like the British verb.
  "analyze analyse -/d/ing/er/ers|paralyze paralyse|catalyze catalyse"
)
  .split("|")
  .map((pair) => pair.split(" ") as [string, string, string?]);
/** American spellings that are another word too, which the British spell the same: `check the tire program`. */
const ONLY_TO_AMERICAN = new Set(
  "tire curb check program draft license practice meter mom dialog mold".split(" "),
);

const toBritish = formsOf(PAIRS.filter(([american]) => !ONLY_TO_AMERICAN.has(american)));
const toAmerican = formsOf(PAIRS.map(([american, british, endings]) => [british, american, endings]));

/** `-ize` and its kin; `size` and `prize` are too short. */
const IZE = /\b(\p{L}{3,})(iz)(e|es|ed|ing|er|ers|ation|ations|ational)\b/giu;
const ISE = /\b(\p{L}{3,})(is)(e|es|ed|ing|er|ers|ation|ations|ational)\b/giu;
const ALWAYS_IZE = /^(?:res|caps|downs|overs|outs|ass)$/i;
/**
 * Stems whose -ise is no Greek ending and has no z anywhere (Oxford English Dictionary, «-ize»): those in a vowel, `w` or `v`,
 * `-prise` and `-cise`, and some more.
 */
const ALWAYS_ISE =
  /(?:[aeouwv]|pr|^(?:exer|circum|con|pre|in|ex)c|^(?:prom|comprom|prem|surm|dem|merchand|franch|desp|chast|parad|treat|expert|advert|mort|pract))$/i;

export function applySpelling(text: string, variant: "british" | "american"): string {
  const forms = variant === "british" ? toBritish : toAmerican;
  const spelled = text.replace(/\p{L}+/gu, (word) => {
    const other = forms.get(word.toLowerCase());
    return other === undefined ? word : like(word, other);
  });
  const [pattern, middle, never] = variant === "british" ? [IZE, "is", ALWAYS_IZE] : [ISE, "iz", ALWAYS_ISE];
  return spelled.replace(pattern, (word, stem: string, letters: string, ending: string) =>
    never.test(stem) ? word : stem + like(letters, middle) + ending,
  );
}

/** Every inflected form of one side → the other side's. */
function formsOf(
  pairs: readonly [from: string, to: string, endings?: string | undefined][],
): Map<string, string> {
  return new Map(
    pairs.flatMap(([from, to, only]) => {
      const endings = only ? ["", ...only.split("/").map((ending) => ending.replace("-", ""))] : ENDINGS;
      return endings.map((ending): [string, string] => [inflect(from, ending), inflect(to, ending)]);
    }),
  );
}

/** A silent e goes before a vowel: `centre`, `centred`. */
function inflect(word: string, ending: string): string {
  return word.endsWith("e") && /^(?:ed|ing|er|ers|able|ably|ist|ists)$/.test(ending)
    ? word.slice(0, -1) + ending
    : word + ending;
}

/** In the case of the model. */
function like(model: string, word: string): string {
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  return /^\p{Lu}/u.test(model) ? word.replace(/^./, (letter) => letter.toUpperCase()) : word;
}
