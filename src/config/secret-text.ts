import { limits } from "./limits.ts";
import { patterned } from "./pattern.ts";

/** A secret as it travels in a header: visible ASCII. */
export const secretText = patterned(
  new RegExp(`^[\\x21-\\x7e]{1,${limits.configSecretChars}}$`),
  `at most ${limits.configSecretChars} ASCII characters without spaces`,
);
