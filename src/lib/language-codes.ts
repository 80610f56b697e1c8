import { z } from "zod";

/** `LanguageCode` of the contract without `auto`: what a policy can allow. */
export const LANGUAGE_CODES = (
  "ar be bn bg yue ca hr cs da nl en et fi fr gl de el he hi hu id ga it ja ko lv lt ms mt cmn mr mn no fa pl pt ro " +
  "ru sl es sw sv ta th tr uk ur vi cy yi"
).split(" ");

export const LanguageCode = z.enum(
  ["auto", ...LANGUAGE_CODES],
  `must be auto or one of ${LANGUAGE_CODES.join(", ")}`,
);
