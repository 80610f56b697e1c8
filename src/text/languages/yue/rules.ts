import type { LanguageRules } from "../../words/language-rules.ts";
import { spacedPhrases } from "../../words/split-words.ts";
import { readChinese } from "../cmn/read.ts";
import { CHINESE_CONJUNCTIONS, CHINESE_MARKS } from "../cmn/rules.ts";
import { scriptRules } from "../scripts.ts";

export const cantonese: LanguageRules = {
  ...scriptRules("yue"),
  questionStarts: "乜嘢 咩 點解 點樣 邊個 邊度 邊位 幾多 幾時 幾點 係咪 請問".split(" "),
  questionEnds: ["咩", "嗎", "未", "呀嘛", "好唔好", "係咪"],
  marks: CHINESE_MARKS,
  conjunctions: CHINESE_CONJUNCTIONS,
  fillers: ["嗯", "呃"],
  corrections: spacedPhrases("唔係唔係 講錯咗 我係話 更正一下"),
  read: readChinese,
};
