/** One person on the server: looked at, changed, let in and kept out. */
import { z } from "zod";
import {
  disablePerson,
  enablePerson,
  makeLinkFor,
  resetSecondStep,
} from "../../accounts/onboarding/administration.ts";
import { setServerRole } from "../../accounts/people/server-roles.ts";
import { requirePerson, setUserPlan } from "../../accounts/people/users.ts";
import { SERVER_ROLES } from "../../accounts/policies/permissions.ts";
import { requireShown, revisionOfPerson } from "../../accounts/policies/shown-revision.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import { oneOf, text } from "../../lib/wire.ts";
import { transact } from "../../store/database/write-lock.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";
import { PersonDetail, personAnswer, personPath } from "./person-body.ts";
import { linkBody, placeOf, SetupLinkBody, type SetupLinkDeps } from "./setup-link.ts";

const changeSchema = z.strictObject({
  plan: oneOf(PLANS).optional(),
  server_role: z
    .enum(SERVER_ROLES, `must be one of ${SERVER_ROLES.join(", ")}, or null`)
    .nullable()
    .optional(),
  revision: z
    .string()
    .max(limits.cursorChars)
    .optional()
    .describe("The state that the page showed; another one by now is 409."),
});

const disableSchema = z.strictObject({
  reason: text(1, limits.reasonChars).optional().describe("For the audit log."),
});

const errors = ["person_not_found"] as const;

export function personRoutes(deps: SetupLinkDeps): PersonRoute[] {
  return [readRoute(deps), ...changeRoutes(deps), setupLinkRoute(deps), secondStepRoute(deps)];
}

function readRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "people.read", "GET /people/:person", {
    id: "getPerson",
    summary: "A person, with how much they have",
    parts: personPath,
    answers: { 200: jsonOf("The person.", PersonDetail) },
    errors,
    handle: ({ params }) => personAnswer(deps, params.person ?? ""),
  });
}

function changeRoutes(deps: PersonDeps): PersonRoute[] {
  const { db } = deps;
  const answers = { 200: jsonOf("The person as they are now.", PersonDetail) };
  const common = { parts: personPath, answers } as const;
  const idOfPath = ({ params }: PersonExchange) => params.person ?? "";
  return [
    administrationRoute(deps, "people.change", "PATCH /people/:person", {
      ...common,
      id: "changePerson",
      summary: "Change a person's plan, or role in the server",
      description: "Nobody changes their own role, and one administrator stays.",
      body: jsonBody(changeSchema, { server_role: "auditor" }),
      errors: ["invalid_request", "revision_conflict", ...errors],
      handle: async (exchange) => {
        const { plan, server_role: role, revision } = await readJson(exchange.request, changeSchema);
        const id = idOfPath(exchange);
        const changes = changesOf(deps, exchange);
        await transact(db, () => {
          requireShown(revisionOfPerson(requirePerson(db, id)), revision);
          if (plan !== undefined) setUserPlan(changes, id, plan);
          if (role !== undefined) setServerRole(changes, id, role);
        });
        return personAnswer(deps, id);
      },
    }),
    administrationRoute(deps, "people.change", "POST /people/:person/disable", {
      ...common,
      id: "disablePerson",
      summary: "Keep a person out",
      description: "They are logged out everywhere; their keys and apps stop at their next request.",
      body: jsonBody(disableSchema, { reason: "Left the company on 20 November" }),
      errors: ["invalid_request", ...errors],
      handle: async (exchange) => {
        const { reason = null } = await readJson(exchange.request, disableSchema);
        const id = idOfPath(exchange);
        await changing(deps, exchange, (changes) => disablePerson(changes, id, reason));
        return personAnswer(deps, id);
      },
    }),
    administrationRoute(deps, "people.change", "POST /people/:person/enable", {
      ...common,
      id: "enablePerson",
      summary: "Let a disabled person in again",
      errors: ["invalid_request", ...errors],
      handle: async (exchange) => {
        const id = idOfPath(exchange);
        await changing(deps, exchange, (changes) => enablePerson(changes, id));
        return personAnswer(deps, id);
      },
    }),
  ];
}

function setupLinkRoute(deps: SetupLinkDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/:person/setup-link", {
    id: "createSetupLink",
    summary: "Make the link with which a person sets a new password",
    description: "An earlier link ends. Anyone with the link can set the password of the account.",
    parts: personPath,
    answers: { 201: jsonOf("The link.", SetupLinkBody) },
    errors: ["invalid_request", ...errors],
    handle: async (exchange) => {
      const link = await changing(deps, exchange, (changes) =>
        makeLinkFor(changes, placeOf(deps, exchange), exchange.params.person ?? ""),
      );
      return jsonAnswer(201, linkBody(link));
    },
  });
}

function secondStepRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/:person/reset-second-step", {
    id: "resetSecondStep",
    summary: "Turn off the second step of a person who lost it",
    description:
      "The person sees at the next log-in who did it. Not by the administrator who made a set-up link for the person within a day.",
    parts: personPath,
    answers: { 200: jsonOf("The person as they are now.", PersonDetail) },
    errors: ["invalid_request", ...errors],
    handle: async (exchange) => {
      const id = exchange.params.person ?? "";
      await changing(deps, exchange, (changes) => resetSecondStep(changes, id));
      return personAnswer(deps, id);
    },
  });
}
