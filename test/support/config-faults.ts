/** The faults of a configuration. */
import { loadConfig } from "../../src/config/load.ts";
import { TiroError } from "../../src/lib/errors.ts";

/** Of a secret in settings under test: no message may repeat it. */
export const HIDDEN = "hidden-secret";

/** The settings that are named as faulty; none if the configuration loads. */
export function faultsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig({ environment });
    return [];
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    if (error.message.includes(HIDDEN)) throw new Error("a message repeats a secret");
    return (error.extras.issues ?? []).map(({ param }) => param);
  }
}
