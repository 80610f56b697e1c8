/** English words with a rule of their own: fillers, corrections, capitals, how questions begin. */

export const fillers = ["um", "uh", "uhm", "umm", "er", "erm", "hmm"];

/** Yes, no, the emergency room, a name, and `said I, I …`. */
export const keptFillers = [
  ..."uh huh,uh uh,uh oh,to er,an er,er is,er was,dr um,doctor um,professor um,mr um,mrs um,ms um,miss um".split(
    ",",
  ),
  ..."in to at from through via near of outside by"
    .split(" ")
    .flatMap((word) => [`${word} the er`, `${word} our er`]),
  ..."doctor doctors nurse nurses visit visits physician staff bed beds room"
    .split(" ")
    .map((word) => `er ${word}`),
  ..."said,says,asked,cried,thought,replied,not,than,so am,so do,so did,so have,nor am,nor do,nor did,nor have"
    .split(",")
    .map((words) => `${words} i i`),
];

/** Not those that end one clause and begin the next: `what it is is`, `come in in the morning`. */
export const stutters = "i the a an of and we they my your our their at with or".split(" ");

export const corrections = [
  "no wait",
  "wait no",
  "no sorry",
  "sorry no",
  "sorry i mean",
  "sorry i meant",
  "no i mean",
  "no actually",
  "actually no",
  "correction",
  "no make that",
  "make that",
  "oh wait",
  "uh no",
  "um no",
];

export const ordinaryCorrections = ["i mean", "i meant", "or rather"];

export const sides = [["left"], ["right"]];
export const sameWords = [["a", "an"]];
/** With those that end in `n't`. */
export const negations = "not never cannot no without nor neither".split(" ");

export const apologies = ["sorry"];
export const denials = ["no"];

export const erasures = ["scratch that", "strike that", "forget that last sentence"];
/** Doses alone: `at six thirty people arrive`. */
export const counted =
  "units drops tablets pills capsules ampoules puffs milligrams grams millilitres milliliters".split(" ");

export const ordinaryErasures = ["delete that", "forget that"];

/** Words before a verb, to a noun, or to `I mean`. */
export const literalCommandAfter = (
  "to will would can could may might must should shall do does did don't doesn't didn't won't wouldn't can't couldn't " +
  "shouldn't not never and or please just let's i you we they he she it who people everyone anyone somebody someone " +
  "nobody me him her us them a an the this my your his their our no any what which that how whom one word thing be"
).split(" ");

const PRONOUNS = "i you he she it we they".split(" ");
/** After a statement, a question tag: `isn't it`. */
export const tags: readonly string[] =
  "isn't aren't wasn't weren't doesn't don't didn't won't can't couldn't wouldn't shouldn't haven't hasn't"
    .split(" ")
    .flatMap((verb) => PRONOUNS.map((pronoun) => `${verb} ${pronoun}`));

/** First in a sentence these ask, whatever follows. */
const ASKING =
  "is are was were does did can could would should isn't aren't wasn't weren't doesn't didn't couldn't wouldn't shouldn't won't".split(
    " ",
  );
/** These ask before a pronoun only: `do it`, `may the best win`, `have a seat`. */
const MAYBE_ASKING = "am do have has had will shall may might don't haven't hasn't can't".split(" ");
const AUXILIARIES = [...ASKING, ...MAYBE_ASKING];
/** Without a verb after them they begin other clauses: `what a day`, `when you come`. */
const QUESTION_WORDS = "what who whom whose which where why how when".split(" ");
/** After `how`. */
const DEGREES = "many much long far often old big soon about come".split(" ");

export const questionStarts: readonly string[] = [
  ...ASKING,
  ...MAYBE_ASKING.flatMap((verb) =>
    PRONOUNS.filter((pronoun) => !(verb === "do" && pronoun === "it")).map((pronoun) => `${verb} ${pronoun}`),
  ),
  // `which is why` continues the sentence before.
  ...QUESTION_WORDS.flatMap((word) => AUXILIARIES.map((verb) => `${word} ${verb}`)).filter(
    (start) => !/^which (?:is|are|was|were)$/.test(start),
  ),
  ...DEGREES.map((word) => `how ${word}`),
  ..."what's who's where's how's when's why's".split(" "),
  "what about",
  "what time",
  "what kind",
  "what if",
  "which one",
  "why not",
  // `Since when do you smoke`
  ...["by", "since", "until"].flatMap((word) => AUXILIARIES.map((verb) => `${word} when ${verb}`)),
  ...["to", "for", "with", "from"].flatMap((word) => AUXILIARIES.map((verb) => `${word} whom ${verb}`)),
];

export const questionLeads = "hello hi hey so and but well okay ok now then also anyway sorry please".split(
  " ",
);

const AUXILIARY = [...AUXILIARIES, "may", "might"].join("|");
const PRONOUN = PRONOUNS.join("|");
const SUBJECT = `${PRONOUN}|the|my|your|his|her|our|their`;
/** After an auxiliary they show that the subject was left out: `could be worse`, `doesn't matter`. */
const PLAIN_VERBS =
  "be have love like use say do agree go see know think mean want work matter make get hear help need sleep feel look hurt last take " +
  "expect wait ask believe understand remember find come even really seem";
const BARE = `(?:could|can|would|should|(?:could|would|should|did|does|wo|ca)n't) (?:${PLAIN_VERBS.replaceAll(" ", "|")})`;
/** `Had I known, I would have come`; `should it rain, please call`. */
const CONDITION =
  `(?:had|were|should) (?:(?!(?:that|whether|if|how|what|why)\\b)\\S+ )+` +
  `(?:(?:${PRONOUN}) (?:would|could|might|will)|(?:${PRONOUN})'(?:d|ll)|please|contact|call (?:me|us)|let (?:me|us))`;

/** `So did I`, `don't you dare`, `how many times she called`, `what is done is done`, `is not included`, `may he rest in peace`. */
export const notQuestions = new RegExp(
  `^(?:(?:and )?so (?:${AUXILIARY}) (?:(?:the|my|your|his|her|our|their) )?\\S+$` +
    "|(?:(?:and|now) )?don't you (?:dare|worry|ever|forget|be|go)\\b" +
    `|(?:and )?how (?:many|much|long|far|often|old|big|soon) (?:${SUBJECT})\\b` +
    `|(?:and )?how (?:many|much) (?!(?:${AUXILIARY}|of|for|in|on|at|to|from|per|before|until|if|should|more)\\b)\\S+ (?:${PRONOUN})\\b` +
    `|what (?:time|kind of \\S+) (?:${SUBJECT})\\b|which one (?:${SUBJECT})\\b` +
    `|(?:what|who|when|where|which) (?:is|was) (?!(?:it|this|that|${SUBJECT})\\b)\\S+ (?:is|was)\\b` +
    `|(?:${BARE}|${CONDITION}|(?:${ASKING.join("|")}) not(?! (?:${SUBJECT}|this|that|there)\\b)|may (?:you|he|she|it|they) (?:rest|live|find|always|never|long|soon|all))\\b)`,
);

/** `What period are these chairs from`, `has the child slept`, `who wrote the music`. */
export const questions = new RegExp(
  `^(?:(?:what|which|whose) (?!\\S+(?:[^su]s|ed) )\\S+ (?:is|are|was|were|did|does|can|could|should|would|will) (?:${SUBJECT}|this|that|these|those|there)` +
    "|has (?:the|my|your|his|her|our|their|any|every|anyone|anybody|everyone|everybody|anything|someone|this|that)" +
    "|who (?:wrote|said|told|made|took|gave|left|sent|called|won|lost|broke|ate|wants|needs|else))\\b",
);

const NAMES =
  "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February April June July August September October November December English French German Spanish Italian Dutch Russian Chinese Japanese Korean Arabic Portuguese America American Europe European Africa African Asia Asian Australia Australian Canada Canadian England Britain British Ireland Irish Scotland Scottish Wales Germany France Spain Italy Portugal Netherlands Russia China Japan Korea India Indian Mexico Mexican Brazil London Paris Berlin Rome Madrid Tokyo Beijing Moscow Chicago Boston Washington California Texas Florida Christmas Easter Thanksgiving Halloween Albania Albanian Alaska Algeria Algerian Amsterdam Anglican Argentina Argentinian Arizona Arkansas Armenia Armenian Athens Atlanta Atlantic Austin Austria Austrian Aztec Baltic Baltimore Bangkok Baptist Barcelona Bavaria Bavarian Beethoven Belfast Belgian Belgium Belgrade Birmingham Bolivia Bolivian Bosnia Bosnian Brazilian Bristol Brooklyn Brussels Bucharest Buddha Buddhism Buddhist Budapest Bulgaria Bulgarian Byzantine Cairo Californian Cambodia Cambridge Caribbean Catholic Celtic Chile Chilean Christian Christianity Cincinnati Cleveland Colombia Colombian Colorado Copenhagen Croatia Croatian Cuba Cuban Czech Dallas Damascus Danish Darwin Delaware Delhi Denmark Denver Detroit Dublin Edinburgh Edwardian Egypt Egyptian Einstein Elizabethan Estonia Estonian Ethiopia Ethiopian Finland Finnish Florence Frankfurt Freud Freudian Geneva Georgian Ghana Gothenburg Greece Greek Hamburg Harvard Hawaii Hawaiian Hebrew Helsinki Hindu Hollywood Houston Hungarian Hungary Iceland Icelandic Idaho Illinois Indiana Indonesia Indonesian Iowa Iran Iranian Iraq Iraqi Islam Islamic Israel Israeli Istanbul Jamaica Jamaican Jerusalem Jesus Jewish Judaism Kansas Kentucky Kenya Kenyan Latin Latvia Latvian Lebanon Leeds Lisbon Lithuania Lithuanian Liverpool Louisiana Lutheran Luxembourg Madagascar Malaysia Malaysian Maltese Manchester Manhattan Massachusetts Mediterranean Melbourne Methodist Miami Michigan Milan Minneapolis Minnesota Mississippi Missouri Mongolian Montana Montreal Morocco Moroccan Mozart Munich Muslim Nebraska Nepal Nevada Nigeria Nigerian Norway Norwegian Ohio Oklahoma Ontario Oregon Oslo Oxford Pacific Pakistan Pakistani Palestinian Pennsylvania Persian Peru Peruvian Philadelphia Philippines Pittsburgh Poland Portland Prague Presbyterian Princeton Protestant Prussia Prussian Quebec Renaissance Romania Romanian Sacramento Sanskrit Saxon Scandinavia Scandinavian Seattle Seoul Serbia Serbian Shakespeare Shanghai Siberia Siberian Sicily Singapore Slovak Slovakia Slovenia Slovenian Stanford Stockholm Sudan Sweden Swedish Swiss Switzerland Sydney Syria Syrian Taiwan Taiwanese Tennessee Texan Thai Thailand Tibetan Toronto Tuscany Ukraine Ukrainian Utah Vancouver Venezuela Venice Vermont Victorian Vienna Vietnam Vietnamese Warsaw Welsh Wisconsin Wyoming Yale Zurich iPhone YouTube Netflix LinkedIn Instagram Wikipedia Google Microsoft Facebook Amazon".split(
    " ",
  );
const FIRST_PERSON = ["I", "I'm", "I'll", "I've", "I'd", "I'd've"];
const ABBREVIATIONS = "OK TV USA UK NASA BBC CEO FAQ PDF pH USB HTML URL API ER MRI".split(" ");

export const capitalized: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...NAMES,
    ...NAMES.slice(0, 7).map((day) => `${day}s`),
    ...NAMES.map((name) => `${name}'s`),
    ...FIRST_PERSON,
    ...ABBREVIATIONS,
  ].map((word) => [word.toLowerCase(), word]),
);

const PLACES =
  "New York,New Zealand,New Jersey,New Mexico,New Orleans,New England,New Hampshire,New Delhi,Los Angeles,San Francisco,San Diego," +
  "San Antonio,San Jose,Las Vegas,Hong Kong,South Africa,South African,South Korea,South Korean,North Korea,North America," +
  "North American,South America,South American,Central America,Saudi Arabia,Sri Lanka,Costa Rica,Puerto Rico,United States," +
  "United Kingdom,United Nations,European Union,Great Britain,Buenos Aires,Kuala Lumpur,Tel Aviv,Abu Dhabi,Cape Town," +
  "North Carolina,South Carolina,North Dakota,South Dakota,West Virginia,Rhode Island,Salt Lake City,Middle East,Wall Street," +
  "plus VAT,including VAT,excluding VAT,without VAT,ex VAT,VAT number,VAT rate,VAT return,Bronze Age,Iron Age,Stone Age,Middle Ages," +
  "Good Friday,Black Friday,Christmas Eve,Christmas Day,New Year's Eve,Eastern Time,Pacific Time,Central Time";
/** After these `may` and `march` are months. */
const BEFORE_MONTH = "in,by,since,until,till,early,late,mid,end of,middle of,beginning of,month of".split(
  ",",
);

export const capitalizedPhrases = [
  ...PLACES.split(","),
  ...BEFORE_MONTH.flatMap((words) => [`${words} May`, `${words} March`]),
];
