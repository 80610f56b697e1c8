import { Tally } from "../../lib/tally.ts";

/** Batches of spans that could not be sent, or had no room. */
export const traceFailures = new Tally();
