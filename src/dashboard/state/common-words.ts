/** Words that many pages use alike: each catalogue has them beside its own, which come before them. */
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import { de } from "./common-words/de.ts";
import { type CommonWords, en } from "./common-words/en.ts";
import { es } from "./common-words/es.ts";
import { fr } from "./common-words/fr.ts";

export const commonWords: Record<InterfaceLanguage, CommonWords> = { en, de, fr, es };
