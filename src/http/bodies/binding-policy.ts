/** Policies that bind a person, because of their organizations. */
import { z } from "zod";
import { BINDING_POLICIES, bindingPolicies } from "../../accounts/policies/binding-policies.ts";
import { idOf } from "../../lib/wire.ts";
import type { Db } from "../../store/db.ts";

export const BindingPolicy = z.object({
  name: z.enum(BINDING_POLICIES),
  value: z.union([z.boolean(), z.int(), z.string(), z.array(z.string())]),
  organizations: z
    .array(z.object({ id: idOf("org"), name: z.string() }))
    .describe("Those that ask for it; of several, the strictest."),
});

export function bindingPolicyBodies(db: Db, userId: string): z.infer<typeof BindingPolicy>[] {
  return bindingPolicies(db, userId).map(({ value, ...policy }) => ({
    ...policy,
    value: typeof value === "object" ? [...value] : value,
  }));
}
