/** An organization's policies as they are sent. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { OrganizationPolicy } from "../../store/organizations/organizations.ts";

/** Policies that owners change, and administrators of the server. */
export const accessPolicyFields = {
  key_days: z
    .int("must be a whole number of days or null")
    .nullable()
    .meta({ minimum: 1, maximum: limits.keyExpiryDays })
    .describe("Days after which keys of the organization and of its members end; null: as they were made."),
  key_networks: z
    .array(
      z
        .string("must be a network")
        .max(limits.networkChars, `must have at most ${limits.networkChars} characters`),
      "must be a list of networks or null",
    )
    .max(limits.keyNetworks, `must have at most ${limits.keyNetworks} networks`)
    .nullable()
    .describe("Addresses and networks (CIDR) from which the organization's own keys work; null: everywhere."),
  second_step_required: z
    .boolean("must be true or false")
    .describe("Whether its people log in with a second step."),
  own_usage_reported: z
    .boolean("must be true or false")
    .describe("Whether reports also have what members use with keys of their own since they joined."),
};

/** Policies that only administrators of the server change. */
export const contentPolicyFields = {
  zero_retention: z
    .boolean("must be true or false")
    .describe("Whether nothing is stored. Turned on, it removes what was stored before."),
  history_allowed: z.boolean("must be true or false").describe("Whether dictations may be kept."),
  retention_days: z
    .int("must be a whole number of days or null")
    .nullable()
    .meta({ minimum: 1, maximum: limits.retentionDays })
    .describe("Days after which texts are erased; null: never by itself."),
  allowed_languages: z
    .array(
      z
        .string("must be a language")
        .max(limits.languageCodeChars, `must have at most ${limits.languageCodeChars} characters`),
      "must be a list of languages or null",
    )
    .max(limits.allowedLanguages, `must have at most ${limits.allowedLanguages} languages`)
    .nullable()
    .describe("Codes of the languages that may be used; null: all."),
};

export const accessPolicySchema = z.strictObject(z.object(accessPolicyFields).partial().shape);
export const policySchema = z.strictObject(
  z.object({ ...accessPolicyFields, ...contentPolicyFields }).partial().shape,
);

/** Those that were sent, as the use case takes them. */
export function policyChangeOf(sent: z.infer<typeof policySchema>): Partial<OrganizationPolicy> {
  return {
    ...(sent.zero_retention !== undefined && { zeroRetention: sent.zero_retention }),
    ...(sent.history_allowed !== undefined && { historyAllowed: sent.history_allowed }),
    ...(sent.retention_days !== undefined && { retentionDays: sent.retention_days }),
    ...(sent.allowed_languages !== undefined && { allowedLanguages: sent.allowed_languages }),
    ...(sent.key_days !== undefined && { keyDays: sent.key_days }),
    ...(sent.key_networks !== undefined && { keyNetworks: sent.key_networks }),
    ...(sent.second_step_required !== undefined && { secondStepRequired: sent.second_step_required }),
    ...(sent.own_usage_reported !== undefined && { ownUsageReported: sent.own_usage_reported }),
  };
}
