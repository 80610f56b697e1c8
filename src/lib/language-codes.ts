import { z } from "zod";
import { SPOKEN_LANGUAGES } from "./spoken-languages.ts";

export const LanguageCode = z.enum(
  ["auto", ...SPOKEN_LANGUAGES],
  `must be auto or one of ${SPOKEN_LANGUAGES.join(", ")}`,
);
