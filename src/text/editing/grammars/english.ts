/** English: each command has its own patterns. */
import type { Command } from "../command.ts";
import type { Grammar } from "../grammar.ts";
import { ORDINAL } from "../ordinals.ts";
import { COMMANDS } from "./commands.ts";

const PART = `the (?:${ORDINAL}) (?:sentence|line|paragraph|item|bullet|point)`;

export const english: Grammar = {
  entries: Object.values(COMMANDS).flatMap((command: Command) =>
    command.patterns.map((pattern) => [command, pattern] as const),
  ),
  polite:
    /^(?:(?:please|okay|ok|so|um|uh|now|just|then|and|hey|well|actually|also|i meant|i mean|can you|could you|would you|will you|can we|could we|i want you to|i'd like you to|i would like you to|i want to|i'd like to|let's|go ahead and|you should|we should)[, ]+)+/,
  politeEnd: /[, ]+(?:please|thanks|thank you|for me|okay|ok)$/,
  joint: /(?:,|[.;!])? (?:and then|then|and)[, ]+(?=[a-z])|[.;!?] (?=[a-z])|, (?=[a-z])/g,
  verbs:
    /^(?:replace|change|make|delete|remove|capitalize|uppercase|lowercase|add|insert|put|swap|move|sort|join|split|number|fix|wrap|quote|spell|turn|convert|sign|start|end|format|correct|take|set|use)\b/,
  scopes: [
    new RegExp(`^(?<rest>.+?),? (?:only |just )?(?:in|of|within|from) (?<scope>${PART})(?: only)?$`),
    new RegExp(`^(?<verb>\\w+) in (?<scope>${PART}) (?<rest>.+)$`),
    new RegExp(`^in (?<scope>${PART}),? (?<rest>.+)$`),
  ],
  everywhere:
    /(?:,? (?:everywhere|throughout|in (?:all|both) (?:the )?(?:places|cases)|in every place|each time|every time|all over|globally|wherever it (?:appears|occurs|stands)|in the (?:whole|entire|full) (?:text|message|selection|document|thing)|throughout the (?:text|message|selection|document))(?: (?:in|of|throughout) the (?:text|message|document|selection))?| instead)$/,
  target: (words) => words,
};
