import { z } from "zod";
import {
  DICTIONARY_OPERATIONS,
  type UpdatedDictionary,
  updateOrganizationDictionary,
} from "../../accounts/organizations/dictionary.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import {
  organizationDictionaryOf,
  type OrganizationDictionary as Stored,
} from "../../store/organizations/dictionaries.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { changeBy, dictionaryOperations } from "../customizations.ts";
import { organizationRoute } from "./organization-route.ts";

export const OrganizationDictionary = z.object({
  object: z.literal("organization_dictionary"),
  organization_id: z.string(),
  revision: z.int().min(0).describe("Raised by one with every change."),
  updated_at: isoTime.nullable(),
  words: z.array(z.string()).describe("In the order in which they were added."),
});

const UpdatedOrganizationDictionary = OrganizationDictionary.extend({
  results: z
    .array(
      z.object({
        index: z.int().describe("Of the operation in the request."),
        type: z.enum(DICTIONARY_OPERATIONS),
        status: z.enum(["applied", "unchanged"]),
      }),
    )
    .describe("One for each operation, in their order."),
});

const updateSchema = changeBy(
  z.discriminatedUnion("type", dictionaryOperations, `must be one of ${DICTIONARY_OPERATIONS.join(", ")}`),
);

export function organizationDictionaryRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    organizationRoute(deps, "organization.read", "GET /dictionary", {
      id: "getOrganizationDictionary",
      summary: "Words that an organization adds to its members' dictionaries",
      description:
        "They are used for dictations made with the organization's keys, beside the member's own words, which win where both sound alike. They are no part of anybody's customizations.",
      answers: { 200: jsonOf("The dictionary.", OrganizationDictionary) },
      handle: (_exchange, { organization }) =>
        jsonAnswer(200, dictionaryBody(organization.id, organizationDictionaryOf(deps.db, organization.id))),
    }),
    organizationRoute(deps, "dictionary.change", "PATCH /dictionary", {
      id: "updateOrganizationDictionary",
      summary: "Change an organization's dictionary",
      description:
        "All operations are applied or none. Each states what shall be, so nothing needs to be read before; a list that changes nothing keeps the revision.",
      body: jsonBody(updateSchema, { operations: [{ type: "dictionary_add", word: "Quaggahorn" }] }),
      answers: { 200: jsonOf("Its state now, or as it would be.", UpdatedOrganizationDictionary) },
      errors: ["transcript_customizations_conflict"],
      handle: async (exchange, { organization }) => {
        const body = await readJson(exchange.request, updateSchema);
        const { operations, expected_revision: expectedRevision = null, dry_run: dryRun } = body;
        const update = { operations, expectedRevision, dryRun };
        const updated = await changing(deps, exchange, (changes) =>
          updateOrganizationDictionary(changes, organization.id, update),
        );
        const results = resultsOf(operations, updated);
        return jsonAnswer(200, { ...dictionaryBody(organization.id, updated.dictionary), results });
      },
    }),
  ];
}

function dictionaryBody(
  organizationId: string,
  { revision, updatedAt, words }: Stored,
): z.infer<typeof OrganizationDictionary> {
  return {
    object: "organization_dictionary",
    organization_id: organizationId,
    revision,
    updated_at: updatedAt === null ? null : toIsoTime(updatedAt),
    words: [...words],
  };
}

function resultsOf(operations: z.infer<typeof updateSchema>["operations"], { applied }: UpdatedDictionary) {
  return operations.map(({ type }, index) => ({
    index,
    type,
    status: applied[index] === true ? ("applied" as const) : ("unchanged" as const),
  }));
}
