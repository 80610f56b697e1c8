/** The database examined beside the server. */
import { limits } from "../config/limits.ts";
import { runOwnChild } from "../lib/own-child.ts";
import { type ExaminedPlace, type Outcome, outcomeSchema } from "./examine-host.ts";

const NICENESS = 19;

export type Examine = (place: ExaminedPlace, signal: AbortSignal) => Promise<Outcome>;

/** @throws as `runOwnChild`; Error with what the process said at its end, if nothing is known. */
export async function examineBeside(
  place: ExaminedPlace,
  signal: AbortSignal,
  niceness = NICENESS,
): Promise<Outcome> {
  const { exitCode, output, problem } = await runOwnChild(["examine-host", JSON.stringify(place)], {
    ...{ signal, niceness, env: {} },
    mostBytes: limits.ownChildOutputBytes,
  });
  if (exitCode !== 0) throw new Error(`the examination ended with ${exitCode}: ${problem}`);
  return outcomeSchema.parse(JSON.parse(output));
}
