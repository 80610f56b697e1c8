/** Effects of a change of policies, on the wire. */

import { z } from "zod";
import type { PolicyEffect as Effect } from "../../accounts/organizations/policy-effect.ts";
import { limits } from "../../config/limits.ts";
import { wireForm } from "../../lib/wire-form.ts";

const count = z.int().meta({ minimum: 0, maximum: limits.policyEffectMost });

export const PolicyEffect = z
  .object({
    object: z.literal("policy_effect"),
    members: count.describe("Whom the organization's policies bind."),
    removed_results: count.describe("Results of jobs that are removed at once."),
    erased_recordings: count,
    erased_sessions: count.describe("Of history, within minutes."),
    hidden_sessions: count.describe("They stay, and cannot be read as long as nothing may be kept."),
    unfinished_jobs: count.describe("They continue; the files they need stay until they end."),
    ended_keys: count.describe("Keys, also of members, that no longer work."),
    bound_keys: count.describe("Keys of the organization that then work from the named networks alone."),
    without_second_step: count.describe("Members who have to set one up at the next log-in."),
  })
  .describe(`Each count ends at ${limits.policyEffectMost}, which stands for that many or more.`);

export function policyEffectBody(effect: Effect): z.infer<typeof PolicyEffect> {
  return {
    object: "policy_effect",
    members: Math.min(effect.members, limits.policyEffectMost),
    ...wireForm(effect, "removedResults", "erasedRecordings", "erasedSessions", "hiddenSessions"),
    ...wireForm(effect, "unfinishedJobs", "endedKeys", "boundKeys", "withoutSecondStep"),
  };
}
