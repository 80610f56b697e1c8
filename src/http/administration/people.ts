/** Everybody on the server: found, looked at, added, let in and kept out. Nothing of what they dictated. */
import { z } from "zod";
import {
  addPerson,
  disablePerson,
  enablePerson,
  makeLinkFor,
  requirePerson,
  type SetupLink,
} from "../../accounts/onboarding/administration.ts";
import { setServerRole } from "../../accounts/people/server-roles.ts";
import { setUserPlan } from "../../accounts/people/users.ts";
import { organizationsOf, SERVER_ROLES, serverRoleOf } from "../../accounts/policies/permissions.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import type { Config } from "../../config/schema.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { Cursors } from "../../lib/cursor.ts";
import { idOf, isoTime, listOf, pageLimit, text } from "../../lib/wire.ts";
import { transact, whenWritable } from "../../store/database/write-lock.ts";
import { scimUserOf } from "../../store/directory/users.ts";
import { ROLES } from "../../store/organizations/members.ts";
import {
  countPeople,
  type ListedPerson,
  listedPerson,
  listPeople,
  PERSON_STATES,
} from "../../store/people/people-list.ts";
import { possessionsOf } from "../../store/people/possessions.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, type PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const serverRole = z.enum(SERVER_ROLES).nullable();

export const Person = z.object({
  id: idOf("usr"),
  object: z.literal("person"),
  email: z.string(),
  name: z.string().nullable(),
  plan: z.enum(PLANS),
  server_role: serverRole.describe("What the person may do with the server; null for almost everybody."),
  state: z.enum(PERSON_STATES).describe("`waiting`: the person has no way to log in yet."),
  created_at: isoTime,
  disabled_at: isoTime.nullable(),
  last_seen_at: isoTime
    .nullable()
    .describe("In a browser where the person is still logged in, or with a key; to the minute."),
  ways_in: z
    .array(z.enum(["password", "second_step", "passkey", "company"]))
    .describe("How the person can log in; `second_step`: a code is asked for beside the password."),
  from_directory: z.boolean().describe("Whether the company's directory (SCIM) keeps the account."),
  organizations: z.array(z.object({ id: idOf("org"), name: z.string(), role: z.enum(ROLES) })),
});

export const PersonDetail = Person.extend({
  has: z
    .object({
      browser_sessions: z.int(),
      keys: z.int(),
      grants: z.int(),
      dictations: z.int(),
      recordings: z.int(),
      jobs_under_way: z.int(),
    })
    .describe("How much there is of what ends, stays or is erased with the account."),
});

const PeopleList = listOf(Person).extend({ total: z.int().describe("How many fit the filter.") });

const SetupLinkBody = z.object({
  url: z.string().describe("Works once; the answer alone has it."),
  expires_at: isoTime,
});

const querySchema = z.object({
  query: z.string().max(limits.peopleQueryChars).optional().describe("A part of the name or the address."),
  organization: z.string().optional().describe("Only its members: `org_…`."),
  state: z.enum(PERSON_STATES, `must be one of ${PERSON_STATES.join(", ")}`).optional(),
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
  plan: z.enum(PLANS, `must be one of ${PLANS.join(", ")}`).default("free"),
  organization_id: z.string().optional().describe("Joined at once: `org_…`."),
  role: z.enum(ROLES, `must be one of ${ROLES.join(", ")}`).default("member"),
});

const changeSchema = z.strictObject({
  plan: z.enum(PLANS, `must be one of ${PLANS.join(", ")}`).optional(),
  server_role: z
    .enum(SERVER_ROLES, `must be one of ${SERVER_ROLES.join(", ")}, or null`)
    .nullable()
    .optional(),
});

const disableSchema = z.strictObject({
  reason: text(1, limits.reasonChars).optional().describe("For the audit log."),
});

const path = { person: z.string().describe("`usr_…`") };
const errors = ["person_not_found"] as const;

export interface PeopleDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "auth">;
}

export function peopleRoutes(deps: PeopleDeps): PersonRoute[] {
  return [listRoute(deps), readRoute(deps), addRoute(deps), ...changeRoutes(deps), setupLinkRoute(deps)];
}

function listRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  return administrationRoute(
    deps,
    "/people",
    {
      permission: "people.read",
      id: "listPeople",
      summary: "Everybody on the server, by address",
      query: querySchema.shape,
      answers: { 200: jsonOf("A page of people.", PeopleList) },
      errors: ["invalid_request", "invalid_cursor"],
    },
    ({ request }) => {
      const { limit, cursor, ...chosen } = readQuery(request, querySchema);
      const { query = null, organization: organizationId = null, state = null } = chosen;
      const filter = { query, organizationId, state, passwordAlone: chosen.password_alone === "true" };
      const scope = `people ${JSON.stringify(filter)}`;
      const after = cursor === undefined ? "" : (cursors.decode(scope, cursor) as string);
      const found = listPeople(db, filter, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const body: z.infer<typeof PeopleList> = {
        object: "list",
        data: page.map((person) => personBody(deps, person)),
        has_more: last !== undefined,
        next_cursor: last === undefined ? null : cursors.encode(scope, last.email),
        total: countPeople(db, filter),
      };
      return jsonAnswer(200, body);
    },
  );
}

function readRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(
    deps,
    "/people/:person",
    {
      permission: "people.read",
      id: "getPerson",
      summary: "A person, with how much they have",
      path,
      answers: { 200: jsonOf("The person.", PersonDetail) },
      errors,
    },
    ({ params }) => personAnswer(deps, params.person ?? ""),
  );
}

function addRoute(deps: PeopleDeps): PersonRoute {
  return administrationRoute(
    deps,
    "/people",
    {
      method: "POST",
      permission: "people.change",
      id: "addPerson",
      summary: "Add a person",
      description: "They set a password with the link of the answer, which works once.",
      body: jsonBody(newPersonSchema, { email: "ada@example.com", name: "Ada Lovelace" }),
      answers: { 201: jsonOf("The person.", Person.extend({ setup_link: SetupLinkBody })) },
      errors: ["invalid_request"],
    },
    async (exchange) => {
      const { organization_id: id, role, ...input } = await readJson(exchange.request, newPersonSchema);
      const organization = id === undefined ? null : { id, role };
      const changes = changesOf(deps, exchange);
      const { user, link } = await whenWritable(deps.db, () =>
        addPerson(changes, placeOf(deps, exchange), { ...input, organization }),
      );
      const person = listedPerson(deps.db, user.id) as ListedPerson;
      return jsonAnswer(201, { ...personBody(deps, person), setup_link: linkBody(link) });
    },
  );
}

function changeRoutes(deps: PeopleDeps): PersonRoute[] {
  const { db } = deps;
  const answers = { 200: jsonOf("The person as they are now.", PersonDetail) };
  const common = { method: "POST", permission: "people.change", path, answers } as const;
  const idOfPath = ({ params }: PersonExchange) => params.person ?? "";
  return [
    administrationRoute(
      deps,
      "/people/:person",
      {
        ...common,
        method: "PATCH",
        id: "changePerson",
        summary: "Change a person's plan, or role in the server",
        description: "Nobody changes their own role, and one administrator stays.",
        body: jsonBody(changeSchema, { server_role: "auditor" }),
        errors: ["invalid_request", ...errors],
      },
      async (exchange) => {
        const { plan, server_role: role } = await readJson(exchange.request, changeSchema);
        const id = idOfPath(exchange);
        const changes = changesOf(deps, exchange);
        await transact(db, () => {
          requirePerson(db, id);
          if (plan !== undefined) setUserPlan(changes, id, plan);
          if (role !== undefined) setServerRole(changes, id, role);
        });
        return personAnswer(deps, id);
      },
    ),
    administrationRoute(
      deps,
      "/people/:person/disable",
      {
        ...common,
        id: "disablePerson",
        summary: "Keep a person out",
        description: "They are logged out everywhere; their keys and apps stop at their next request.",
        body: jsonBody(disableSchema, { reason: "Left the company on 20 November" }),
        errors: ["invalid_request", ...errors],
      },
      async (exchange) => {
        const { reason = null } = await readJson(exchange.request, disableSchema);
        const id = idOfPath(exchange);
        await whenWritable(db, () => disablePerson(changesOf(deps, exchange), id, reason));
        return personAnswer(deps, id);
      },
    ),
    administrationRoute(
      deps,
      "/people/:person/enable",
      {
        ...common,
        id: "enablePerson",
        summary: "Let a disabled person in again",
        errors: ["invalid_request", ...errors],
      },
      async (exchange) => {
        const id = idOfPath(exchange);
        await whenWritable(db, () => enablePerson(changesOf(deps, exchange), id));
        return personAnswer(deps, id);
      },
    ),
  ];
}

function setupLinkRoute(deps: PeopleDeps): PersonRoute {
  return administrationRoute(
    deps,
    "/people/:person/setup-link",
    {
      method: "POST",
      permission: "people.change",
      id: "createSetupLink",
      summary: "Make the link with which a person sets a new password",
      description: "An earlier link ends. Whoever has the link can set the password of the account.",
      path,
      answers: { 201: jsonOf("The link.", SetupLinkBody) },
      errors: ["invalid_request", ...errors],
    },
    async (exchange) => {
      const changes = changesOf(deps, exchange);
      const link = await whenWritable(deps.db, () =>
        makeLinkFor(changes, placeOf(deps, exchange), exchange.params.person ?? ""),
      );
      return jsonAnswer(201, linkBody(link));
    },
  );
}

function placeOf({ config }: PeopleDeps, { publicUrl }: PersonExchange) {
  return { config, publicUrl };
}

function linkBody({ url, expiresAt }: SetupLink): z.infer<typeof SetupLinkBody> {
  return { url, expires_at: toIsoTime(expiresAt) };
}

/** @throws TiroError `person_not_found`. */
function personAnswer(deps: PersonDeps, id: string): Response {
  const { db, clock } = deps;
  requirePerson(db, id);
  const has = possessionsOf(db, id, clock.now());
  const body: z.infer<typeof PersonDetail> = {
    ...personBody(deps, listedPerson(db, id) as ListedPerson),
    has: {
      browser_sessions: has.browserSessions,
      keys: has.keys,
      grants: has.grants,
      dictations: has.dictations,
      recordings: has.recordings,
      jobs_under_way: has.jobsUnderWay,
    },
  };
  return jsonAnswer(200, body);
}

function personBody({ db }: PersonDeps, person: ListedPerson): z.infer<typeof Person> {
  const time = (epochMs: number | null) => (epochMs === null ? null : toIsoTime(epochMs));
  return {
    id: person.id,
    object: "person",
    email: person.email,
    name: person.name,
    plan: person.plan,
    server_role: serverRoleOf(person),
    state: person.state,
    created_at: toIsoTime(person.createdAt),
    disabled_at: time(person.disabledAt),
    last_seen_at: time(person.lastSeenAt),
    ways_in: [
      ...(person.hasPassword ? (["password"] as const) : []),
      ...(person.hasSecondStep ? (["second_step"] as const) : []),
      ...(person.hasPasskey ? (["passkey"] as const) : []),
      ...(person.hasCompanyLogIn ? (["company"] as const) : []),
    ],
    from_directory: scimUserOf(db, person.id) !== null,
    organizations: organizationsOf(db, person.id).map(({ organization: { id, name }, role }) => ({
      id,
      name,
      role,
    })),
  };
}
