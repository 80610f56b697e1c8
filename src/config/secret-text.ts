import { z } from "zod";
import { limits } from "./limits.ts";

/** A secret as it travels in a header: visible ASCII. */
export const secretText = z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${limits.configSecretChars}}$`));
