import type { LanguageRules } from "../../formatting/language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { marks, markWeights } from "./marks.ts";
import { numberStyle } from "./number-style.ts";
import { readEnglish } from "./read.ts";
import {
  capitalized,
  corrections,
  erasures,
  fillers,
  keptFillers,
  literalCommandAfter,
  ordinaryCorrections,
  ordinaryErasures,
  questionLeads,
  questionStarts,
  stutters,
} from "./words.ts";

export const english: LanguageRules = {
  ...scriptRules("en"),
  questionStarts,
  questionLeads,
  marks,
  markWeights,
  fillers,
  keptFillers,
  literalCommandAfter,
  ordinaryCorrections,
  ordinaryErasures,
  stutters,
  corrections,
  erasures,
  capitalized,
  numberStyle,
  rangeWords: ["to", "or"],
  alternatives: { word: "or", serialComma: true },
  rangeAfter: { opening: "between", joint: "and" },
  read: readEnglish,
};
