/** The part of a language's table that holds words beside numbers: marks, fillers, corrections, names and questions. */

export interface WordTable {
  marks: Readonly<Record<string, string>>;
  quotes: QuoteTable;
  /** A word that asks for a paragraph only directly after another mark: `komma absatz`. */
  paragraphAfterMark?: string;
  /** The same of a line: `komma zeile`. */
  lineAfterMark?: string;
  /** Words before any mark that show that it is meant literally, as they never end a clause: articles, possessives, `the word`. */
  named?: string;
  /** The same where they are all of the clause so far, as they may end one, too: `das_wort`. */
  namedFirst?: string;
  /** Words before and after a mark of one word that show it, too; for single marks instead of these; as patterns. */
  literal?: string;
  literalBefore?: string;
  literalAfterOf?: Readonly<Record<string, string>>;
  literalBeforeOf?: Readonly<Record<string, string>>;
  literalBehind?: readonly string[];
  literalBehindOf?: Readonly<Record<string, string>>;
  /** How much likelier than the network's lessons have it the mark is meant: the logarithm of the odds. */
  odds?: Readonly<Record<string, number>>;
  /** The same by what agrees with the mark and governs it. */
  naming?: NamingTable;
  verbSecond?: VerbSecondTable;
  /** How words begin that speak of writing, as a pattern. */
  writing?: string;
  /** How the words after a mark begin if they continue its clause, as a pattern. */
  namedThen?: string;
  literalAhead?: string;
  /** The same of the only mark in a text, where what merely may name it is enough. */
  aloneBehind?: string;
  aloneAhead?: string;
  /** The same for both sides, with ` ~ ` between them. */
  aloneAround?: string;
  fillers?: string;
  /** Phrases that hold a filler's word, or one twice, and are meant. */
  keptFillers?: string;
  stutters?: string;
  listNumbers?: string;
  listBullets?: string;
  corrections?: string;
  ordinaryCorrections?: string;
  apologies?: string;
  denials?: string;
  erasures?: string;
  literalCommandAfter?: string;
  /** As they are written; languages with small weekdays and months enter them too, as names of one kind. */
  capitalized?: string;
  /** First names, as they are written: a last name follows. */
  givenNames?: string;
  lastNames?: string;
  familyNames?: string;
  /** How sentences begin that are no questions although their first words are, as a pattern. */
  notQuestions?: string;
  /** First words of questions, and words that may stand before them. */
  questions: string;
  questionLeads?: string;
  /** Last words of questions; endings of the script in languages without spaces. */
  questionEnds?: string;
  /** Phrases after a statement that make it a question: `isn't it`. */
  tags?: string;
}

export interface QuoteTable {
  open: string;
  close: string;
  opening: string;
  closing: string;
  /** Everyday words that open a quotation if it is closed again, which they may do as well: `comillas`. */
  paired?: string;
  /** The same of words that never close one: `quote … unquote`. */
  pairedOpening?: string;
  /** The same of a bracket, and what ends one: `nawias … koniec nawiasu`. */
  brackets?: string;
  bracketEnds?: string;
}

/** By which words and endings a sentence shows that it names a mark (`naming.ts`); all are patterns. */
export interface NamingTable {
  /** The marks of each gender; of those in `handled` the object has the same form as the subject. */
  genders: Readonly<Record<string, string>>;
  handled: string;
  /** Those that may stand before a place alone, where others name the mark then: `místo dvojtečka v kanceláři`. */
  announcing?: string;
  /** Endings of past tenses (`%`; masculine, feminine, neuter) and adjectives (`&`), in the patterns below. */
  past: string;
  adjective: string;
  /** Whole words that agree: determiners, adjectives by how they end. */
  agreeing: Readonly<Record<string, string>>;
  /** How questions begin that a question mark at their end does not name. */
  asking: string;
  /** Closed classes: what may open a clause and what joins one to another, prepositions, adverbs, forms of to be and of modal verbs. */
  leads: string;
  joints: string;
  prepositions: string;
  adverbs: string;
  copulas: string;
  modals: string;
  /** Endings of adjectives between a preposition and its noun. */
  oblique: string;
  /** Verbs after which an agreeing adjective is the mark's. */
  verbs: string;
  /** Verbs of which marks are the subject, before or after the verb. */
  standing: string;
  /** The same after the mark only. */
  doing: string;
  /** Predicates of marks; after the mark only if nothing else can be meant by it: `кома потрібна ваша допомога`. */
  needs: string;
  /** Verbs of which marks are the object. */
  handling: string;
  /** Before the only mark of a text, whatever its gender: `один`; and words of the genitive after it. */
  determiners: string;
  genitives: string;
  negation: string;
  /** Other words right before a name, of any gender. */
  naming: string;
}

/** The closed classes by which a sentence with its verb in the second place shows that it names a mark; all are patterns. */
export interface VerbSecondTable {
  prepositions: string;
  /** Other words that need a noun after them. */
  governing: string;
  /** Words that open a clause before its verb and are no subject: `hier`. */
  leads: string;
  /** Verbs that have a mark as their subject after them, with what may stand for it: `står der`. */
  standing: string;
  /** Verbs of which it is the object; and those that name it, unless a subject before them ends the clause: `wie er heißt`. */
  taking: string;
  naming: string;
  adverbs: string;
  subjects: string;
  /** Verbs that have it as their subject before them, unless another follows: `kan du`; and what else continues its clause. */
  doing: string;
  after: string;
}
