import type { LanguageRules } from "../../language-rules.ts";
import { scriptRules } from "../scripts.ts";
import { readEnglish } from "./read.ts";

export const english: LanguageRules = {
  ...scriptRules("en"),
  read: readEnglish,
};
