/** One organization: its plan, policies, members and usage, by administrators of the server. */
import { z } from "zod";
import { dropMember, putMember, requireOrganization } from "../../accounts/organizations/administration.ts";
import {
  disableOrganization,
  enableOrganization,
  setOrganizationPlan,
  setPolicy,
} from "../../accounts/organizations/organizations.ts";
import { policyEffect } from "../../accounts/organizations/policy-effect.ts";
import { requireShown, revisionOfOrganization } from "../../accounts/policies/shown-revision.ts";
import { limits } from "../../config/limits.ts";
import { PLANS } from "../../config/plans.ts";
import { oneOf } from "../../lib/wire.ts";
import type { InvoiceDeps } from "../../metering/invoices.ts";
import { transact } from "../../store/database/write-lock.ts";
import { ROLES } from "../../store/organizations/members.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, jsonOrCsvOf } from "../../web/operation.ts";
import { changesOf, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { policyChangeOf, policySchema } from "../bodies/policy.ts";
import { PolicyEffect, policyEffectBody } from "../bodies/policy-effect.ts";
import {
  OrganizationUsageReport,
  usageReportAnswer,
  usageReportQuery,
} from "../organizations/usage-report.ts";
import { administrationRoute } from "./administration-route.ts";
import { AdministeredOrganization, organizationAnswer, organizationPath } from "./organization-body.ts";
import { personPath } from "./person-body.ts";

type Deps = PersonDeps & Pick<InvoiceDeps, "config">;

const changeSchema = z.strictObject({
  plan: oneOf(PLANS).optional(),
  policy: policySchema.optional().describe("Policies that are left out stay."),
  revision: z
    .string()
    .max(limits.cursorChars)
    .optional()
    .describe("The state that the page showed; another one by now is 409."),
});

const memberSchema = z.strictObject({ role: oneOf(ROLES) });

const errors = ["organization_not_found"] as const;
const answers = { 200: jsonOf("The organization as it is now.", AdministeredOrganization) };
const PATH = "/organizations/:organization";
const parts = organizationPath;
const idOfPath = ({ params }: PersonExchange) => params.organization ?? "";

export function administeredOrganizationRoutes(deps: Deps): PersonRoute[] {
  return [
    readRoute(deps),
    changeRoute(deps),
    effectRoute(deps),
    ...stateRoutes(deps),
    ...memberRoutes(deps),
    usageRoute(deps),
  ];
}

function readRoute(deps: Deps): PersonRoute {
  return administrationRoute(deps, "organizations.read", `GET ${PATH}`, {
    parts,
    id: "getAnyOrganization",
    summary: "An organization with its policies",
    answers,
    errors,
    handle: (exchange) => organizationAnswer(deps.db, idOfPath(exchange)),
  });
}

function changeRoute(deps: Deps): PersonRoute {
  const { db } = deps;
  return administrationRoute(deps, "organizations.change", `PATCH ${PATH}`, {
    parts,
    id: "changeAnyOrganization",
    summary: "Change an organization's plan and policies",
    description: "Zero retention removes what was stored before.",
    body: jsonBody(changeSchema, { policy: { retention_days: 30 } }),
    answers,
    errors: ["invalid_request", "revision_conflict", ...errors],
    handle: async (exchange) => {
      const { plan, policy, revision } = await readJson(exchange.request, changeSchema);
      const id = idOfPath(exchange);
      const changes = changesOf(deps, exchange);
      await transact(db, () => {
        requireShown(revisionOfOrganization(requireOrganization(db, id)), revision);
        if (plan !== undefined) setOrganizationPlan(changes, id, plan);
        if (policy !== undefined) setPolicy(changes, id, policyChangeOf(policy));
      });
      return organizationAnswer(db, id);
    },
  });
}

function effectRoute(deps: Deps): PersonRoute {
  return administrationRoute(deps, "organizations.read", `POST ${PATH}/policy/effect`, {
    parts,
    changesNothing: true,
    id: "previewAnyOrganizationPolicy",
    summary: "Count what a change of policies would do",
    description: "Changes nothing.",
    body: jsonBody(policySchema, { zero_retention: true }),
    answers: { 200: jsonOf("The counts.", PolicyEffect) },
    errors: ["invalid_request", ...errors],
    handle: async (exchange) => {
      const change = policyChangeOf(await readJson(exchange.request, policySchema));
      const organization = requireOrganization(deps.db, idOfPath(exchange));
      return jsonAnswer(200, policyEffectBody(policyEffect(deps, organization, change)));
    },
  });
}

function stateRoutes(deps: Deps): PersonRoute[] {
  const { db } = deps;
  const set = async (exchange: PersonExchange, make: typeof disableOrganization) => {
    const id = idOfPath(exchange);
    requireOrganization(db, id);
    await changing(deps, exchange, (changes) => make(changes, id));
    return organizationAnswer(db, id);
  };
  return [
    administrationRoute(deps, "organizations.change", `POST ${PATH}/disable`, {
      parts,
      id: "disableAnyOrganization",
      summary: "Disable an organization",
      description: "Its keys are refused from the next request on; its members' own keys keep working.",
      answers,
      errors,
      handle: (exchange) => set(exchange, disableOrganization),
    }),
    administrationRoute(deps, "organizations.change", `POST ${PATH}/enable`, {
      parts,
      id: "enableAnyOrganization",
      summary: "Enable a disabled organization",
      answers,
      errors,
      handle: (exchange) => set(exchange, enableOrganization),
    }),
  ];
}

function memberRoutes(deps: Deps): PersonRoute[] {
  const { db } = deps;
  const common = {
    parts: { ...organizationPath, ...personPath },
    answers,
    errors: ["invalid_request", "person_not_found", ...errors],
  } as const;
  const placeOf = (exchange: PersonExchange) => ({
    organizationId: idOfPath(exchange),
    userId: exchange.params.person ?? "",
  });
  return [
    administrationRoute(deps, "organizations.change", `PUT ${PATH}/members/:person`, {
      ...common,
      id: "putAnyMember",
      summary: "Make a person a member, or change a member's role",
      body: jsonBody(memberSchema, { role: "owner" }),
      handle: async (exchange) => {
        const { role } = await readJson(exchange.request, memberSchema);
        await changing(deps, exchange, (changes) => putMember(changes, placeOf(exchange), role));
        return organizationAnswer(db, idOfPath(exchange));
      },
    }),
    administrationRoute(deps, "organizations.change", `DELETE ${PATH}/members/:person`, {
      ...common,
      id: "removeAnyMember",
      summary: "Remove a person from an organization",
      description: "The account stays. Not the last owner.",
      handle: async (exchange) => {
        await changing(deps, exchange, (changes) => dropMember(changes, placeOf(exchange)));
        return organizationAnswer(db, idOfPath(exchange));
      },
    }),
  ];
}

function usageRoute(deps: Deps): PersonRoute {
  return administrationRoute(deps, "organizations.read", `GET ${PATH}/usage`, {
    parts,
    id: "getAnyOrganizationUsage",
    summary: "How much an organization's members used, by member, month or day",
    description: "Sums only: nothing of what was dictated.",
    query: usageReportQuery.shape,
    answers: { 200: jsonOrCsvOf("The report.", OrganizationUsageReport) },
    errors: ["invalid_request", ...errors],
    handle: (exchange) =>
      usageReportAnswer(deps, requireOrganization(deps.db, idOfPath(exchange)), exchange.request),
  });
}
