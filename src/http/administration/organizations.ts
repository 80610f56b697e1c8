/** Every organization on the server: found and added. */
import { z } from "zod";
import { addOrganizationFor } from "../../accounts/organizations/administration.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import { Cursors } from "../../lib/cursor.ts";
import { listOf, oneOf, pageLimit, text } from "../../lib/wire.ts";
import {
  countOrganizations,
  listOrganizationsBy,
  ORGANIZATION_STATES,
} from "../../store/organizations/organization-list.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministeredOrganization, organizationBody } from "./organization-body.ts";

const plan = oneOf(PLANS);

const OrganizationPage = listOf(AdministeredOrganization).extend({
  total: z.int().describe("How many fit the filter."),
});

const querySchema = z.object({
  query: z.string().max(limits.peopleQueryChars).optional().describe("A part of the name."),
  state: oneOf(ORGANIZATION_STATES).optional(),
  plan: plan.optional(),
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

const newSchema = z.strictObject({
  name: text(1, limits.organizationNameChars),
  owner_email: text(1, limits.emailChars).describe("Of somebody with an account: the first owner."),
  plan: plan.default("team"),
});

export function administeredOrganizationsRoutes(deps: PersonDeps): PersonRoute[] {
  return [...withSearch(listRoute(deps)), addRoute(deps)];
}

function listRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  return administrationRoute(deps, "organizations.read", "GET /organizations", {
    id: "listAllOrganizations",
    summary: "Every organization on the server, by name",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of organizations.", OrganizationPage) },
    errors: ["invalid_request", "invalid_cursor"],
    handle: ({ request }) => {
      const { limit, cursor, ...chosen } = readQuery(request, querySchema);
      const { query = null, state = null, plan = null } = chosen;
      const filter = { query, state, plan };
      const scope = `organizations ${JSON.stringify(filter)}`;
      const after = cursor === undefined ? "" : (cursors.decode(scope, cursor) as string);
      const found = listOrganizationsBy(db, filter, { after, limit: limit + 1 });
      const { items, next } = cursors.page(scope, found, limit, ({ name }) => name);
      const body: z.infer<typeof OrganizationPage> = {
        object: "list",
        data: items.map(({ id, members }) => organizationBody(db, id, members)),
        ...next,
        total: countOrganizations(db, filter),
      };
      return jsonAnswer(200, body);
    },
  });
}

function addRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "organizations.change", "POST /organizations", {
    id: "addOrganization",
    summary: "Add an organization",
    body: jsonBody(newSchema, { name: "Northgate Legal", owner_email: "ada@example.com" }),
    answers: { 201: jsonOf("The organization.", AdministeredOrganization) },
    errors: ["invalid_request"],
    handle: async (exchange) => {
      const { owner_email: ownerEmail, ...input } = await readJson(exchange.request, newSchema);
      const { id } = await changing(deps, exchange, (changes) =>
        addOrganizationFor(changes, { ...input, ownerEmail }),
      );
      return jsonAnswer(201, organizationBody(deps.db, id));
    },
  });
}
