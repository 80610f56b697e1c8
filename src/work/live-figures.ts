/** Counts of live recognition, for people who monitor the server. */
import { Measured } from "../lib/measured.ts";
import { Tally } from "../lib/tally.ts";

const REFUSALS = ["share", "full", "credential"];

export const openedStreams = new Tally<"intent">([{ intent: "transcription" }, { intent: "dictation" }]);
/** By why: the account's share was used up, the machine was busy, or the credential may not. */
export const refusedStreams = new Tally<"reason">(REFUSALS.map((reason) => ({ reason })));
export const resumedStreams = new Tally();
/** Seconds from the end of an item to its final text. */
export const liveFinalDelays = new Measured();
