import type { LanguageRules } from "../../words/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { list } from "../shared/readers.ts";
import { markNetwork, marks } from "./marks.ts";
import { numberStyle } from "./number-style.ts";
import { readEnglish } from "./read.ts";
import { caseOf } from "./word-case.ts";
import {
  apologies,
  capitalized,
  capitalizedPhrases,
  corrections,
  counted,
  denials,
  erasures,
  fillers,
  keptFillers,
  literalCommandAfter,
  negations,
  notQuestions,
  ordinaryCorrections,
  ordinaryErasures,
  questionLeads,
  questionStarts,
  questions,
  sameWords,
  sides,
  stutters,
  tags,
} from "./words.ts";

export const english: LanguageRules = {
  ...scriptRules("en"),
  questionStarts,
  questions,
  questionLeads,
  marks,
  markNetwork,
  fillers,
  keptFillers,
  listNumbers: "number/item/point/step one two three four five six seven eight nine".split(" "),
  listBullets: ["bullet", "bullet_point", "dash"],
  listSteps: [["first"], ["second"], ["third"], ["fourth"], ["fifth"]],
  literalCommandAfter,
  negations,
  notQuestions,
  ordinaryCorrections,
  apologies,
  denials,
  ordinaryErasures,
  sameWords,
  sides,
  stutters,
  tags,
  corrections,
  counted,
  erasures,
  capitalized,
  capitalizedPhrases,
  caseOf,
  letters: {
    greetings: ["dear", "hi", "hello", "hey", "good morning", "good afternoon", "good evening"],
    everyone: list("all there everyone everybody team folks guys again both my"),
    closings: list(
      "regards sincerely thanks cheers yours love wishes best thank faithfully respectfully warmly",
    ),
  },
  numberStyle,
  rangeWords: ["to", "or", "through"],
  alternatives: { word: "or", serialComma: true },
  rangeAfter: { opening: "between", joint: "and" },
  read: readEnglish,
};
