/**
 * Every bound of the program that the contract or safety fixes, in one place. Bounds that a site may choose
 * are configuration (`schema.ts`), whose own limits stand here too. Each is tested at and past its edge.
 * Elsewhere stand formats, units of work that change nothing but speed, and what a model or a language is tuned to.
 */
import { assertRelations } from "./limit-relations.ts";
import { allLimits } from "./limits/all.ts";

assertRelations(allLimits);

export const limits = allLimits;
