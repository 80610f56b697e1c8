/** Words that show that an English sentence is a question, or none although it begins as one. */

const PRONOUN = "i|you|he|she|it|we|they";
const SUBJECT = `${PRONOUN}|the|my|your|his|her|our|their`;
/** First in a sentence these ask, whatever follows. */
const ASKING =
  "is|are|was|were|does|did|can|could|would|should|isn't|aren't|wasn't|weren't|doesn't|didn't|couldn't|wouldn't|shouldn't|won't";
const AUXILIARY = `${ASKING}|am|do|have|has|had|will|shall|may|might|don't|haven't|hasn't|can't`;
/** After an auxiliary they show that the subject was left out: `could be worse`, `doesn't matter`. */
const PLAIN_VERBS =
  "be|have|love|like|use|say|do|agree|go|see|know|think|mean|want|work|matter|make|get|hear|help|need|sleep|feel|look|hurt|last|take|" +
  "expect|wait|ask|believe|understand|remember|find|come|even|really|seem";
const BARE = `(?:could|can|would|should|(?:could|would|should|did|does|wo|ca)n't) (?:${PLAIN_VERBS})`;
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
    `|(?:${BARE}|${CONDITION}|(?:${ASKING}) not(?! (?:${SUBJECT}|this|that|there)\\b)|may (?:you|he|she|it|they) (?:rest|live|find|always|never|long|soon|all))\\b)`,
);

/** `What period are these chairs from`, `has the child slept`, `who wrote the music`. */
export const questions = new RegExp(
  `^(?:(?:what|which|whose) (?!\\S+(?:[^su]s|ed) )\\S+ (?:is|are|was|were|did|does|can|could|should|would|will) (?:${SUBJECT}|this|that|these|those|there)` +
    "|has (?:the|my|your|his|her|our|their|any|every|anyone|anybody|everyone|everybody|anything|someone|this|that)" +
    "|who (?:wrote|said|told|made|took|gave|left|sent|called|won|lost|broke|ate|wants|needs|else))\\b",
);
