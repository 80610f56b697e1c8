import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { markNetwork, marks } from "./marks.ts";
import { numberStyle } from "./number-style.ts";
import { readEnglish } from "./read.ts";
import {
  capitalized,
  capitalizedPhrases,
  corrections,
  erasures,
  fillers,
  keptFillers,
  literalCommandAfter,
  notQuestions,
  ordinaryCorrections,
  ordinaryErasures,
  questionLeads,
  questionStarts,
  questions,
  stutters,
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
  literalCommandAfter,
  notQuestions,
  ordinaryCorrections,
  ordinaryErasures,
  stutters,
  corrections,
  erasures,
  capitalized,
  capitalizedPhrases,
  numberStyle,
  rangeWords: ["to", "or"],
  alternatives: { word: "or", serialComma: true },
  rangeAfter: { opening: "between", joint: "and" },
  read: readEnglish,
};
