/** Everybody on the server: found and added. */
import { z } from "zod";
import { addPerson } from "../../accounts/onboarding/administration.ts";
import { SERVER_ROLES } from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import { Cursors } from "../../lib/cursor.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { listOf, oneOf, pageLimit, text } from "../../lib/wire.ts";
import { ROLES } from "../../store/organizations/members.ts";
import {
  countPeople,
  findPeople,
  type ListedPerson,
  listedPerson,
  PERSON_STATES,
} from "../../store/people/people-list.ts";
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
import { Person, personBody } from "./person-body.ts";
import { linkBody, placeOf, SetupLinkBody, type SetupLinkDeps } from "./setup-link.ts";

const PeopleList = listOf(Person).extend({ total: z.int().describe("How many fit the filter.") });

const querySchema = z.object({
  query: z.string().max(limits.peopleQueryChars).optional().describe("A part of the name or the address."),
  organization: z.string().optional().describe("Only its members: `org_…`."),
  state: oneOf(PERSON_STATES).optional(),
  server_role: oneOf(SERVER_ROLES).optional(),
  plan: oneOf(PLANS).optional(),
  password_alone: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true`: only people whom a password alone lets in."),
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

const newPersonSchema = z.strictObject({
  email: text(1, limits.emailChars),
  name: text(1, limits.personNameChars),
  plan: oneOf(PLANS).default("free"),
  organization_id: z.string().optional().describe("Joined at once: `org_…`."),
  role: oneOf(ROLES).default("member"),
});

export function peopleRoutes(deps: SetupLinkDeps): PersonRoute[] {
  return [...withSearch(listRoute(deps)), addRoute(deps)];
}

function listRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  return administrationRoute(deps, "people.read", "GET /people", {
    id: "listPeople",
    summary: "Everybody on the server, by address",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of people.", PeopleList) },
    errors: ["invalid_request", "invalid_cursor"],
    handle: async ({ request }) => {
      const { limit, cursor, ...chosen } = readQuery(request, querySchema);
      const { query = null, organization: organizationId = null, state = null, plan = null } = chosen;
      const { server_role: serverRole = null, password_alone: passwordAlone } = chosen;
      const by = { query, organizationId, state, plan, serverRole };
      const filter = { ...by, passwordAlone: passwordAlone === "true" };
      const scope = `people ${JSON.stringify(filter)}`;
      const after = cursor === undefined ? "" : (cursors.decode(scope, cursor) as string);
      const inRestingTurns = <Result>(search: Slices<Result>) =>
        inTurns(search, limits.searchTurnMs, limits.searchRestMs);
      const found = await inRestingTurns(findPeople(db, filter, { after, limit: limit + 1 }));
      const { items, next } = cursors.page(scope, found, limit, ({ email }) => email);
      const isWhole = after === "" && !next.has_more;
      const body: z.infer<typeof PeopleList> = {
        object: "list",
        data: items.map((person) => personBody(deps, person)),
        ...next,
        total: isWhole ? items.length : await inRestingTurns(countPeople(db, filter)),
      };
      return jsonAnswer(200, body);
    },
  });
}

function addRoute(deps: SetupLinkDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people", {
    id: "addPerson",
    summary: "Add a person",
    description: "They set a password with the link of the answer, which works once.",
    body: jsonBody(newPersonSchema, { email: "ada@example.com", name: "Ada Lovelace" }),
    answers: { 201: jsonOf("The person.", Person.extend({ setup_link: SetupLinkBody })) },
    errors: ["invalid_request"],
    handle: async (exchange) => {
      const { organization_id: id, role, ...input } = await readJson(exchange.request, newPersonSchema);
      const organization = id === undefined ? null : { id, role };
      const { user, link } = await changing(deps, exchange, (changes) =>
        addPerson(changes, placeOf(deps, exchange), { ...input, organization }),
      );
      const person = listedPerson(deps.db, user.id) as ListedPerson;
      return jsonAnswer(201, { ...personBody(deps, person), setup_link: linkBody(link) });
    },
  });
}
