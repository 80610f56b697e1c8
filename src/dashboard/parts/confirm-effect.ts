/** Says what a change of policies would do, and asks once. */
import { administrationLimits } from "../../config/limits/administration.ts";
import type { Schemas } from "../client/api.ts";
import { policyEffectWords as words } from "../messages/policy-effect.ts";
import { confirmFirst } from "./acts.tsx";

type Counts = Omit<Schemas["PolicyEffect"], "object">;

const ORDER = [
  "members",
  "removed_results",
  "erased_recordings",
  "erased_sessions",
  "hidden_sessions",
  "unfinished_jobs",
  "ended_keys",
  "bound_keys",
  "without_second_step",
] as const satisfies readonly (keyof Counts)[];

const FOR_GOOD = ["removed_results", "erased_recordings", "erased_sessions"] as const;

export function confirmEffect(counts: Counts): Promise<boolean> {
  const sentences = ORDER.filter((name) => counts[name] > 0).map((name) =>
    words[name](counts[name], words.shown(counts[name], administrationLimits.policyEffectMost)),
  );
  if (FOR_GOOD.some((name) => counts[name] > 0)) sentences.push(words.backups);
  return confirmFirst({ title: words.title, text: sentences.join(" "), act: words.save });
}
