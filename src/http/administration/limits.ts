/** Limits of single accounts: people, organizations, and groups of the directory. */
import { z } from "zod";
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { limits } from "../../config/limits.ts";
import type { AccountLimitName } from "../../config/limits-schema.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import {
  clearLimit,
  explainGroupLimits,
  explainLimits,
  groupIdOf,
  LIMIT_NAMES,
  limitedAccounts,
  setLimit,
} from "../../metering/limits.ts";
import { nameOfAccount } from "../../metering/names.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changing, type PersonDeps } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";

const name = z.enum(LIMIT_NAMES as [AccountLimitName, ...AccountLimitName[]]);
const value = z.union([z.int().min(0), z.literal("unlimited")]);
const ownName = {
  account_id: z.string().describe("`usr_…`, `org_…` or `group:NAME`."),
  account_name: z.string().nullable().describe("Null of a group, and of what was deleted."),
};

export const AccountLimits = z.object({
  object: z.literal("account_limits"),
  ...ownName,
  limits: z.array(
    z.object({
      name,
      value,
      source: z
        .enum(["default", "plan", "account"])
        .describe(
          "The source of the limit: the configuration, the account's plan, or the account's own limit.",
        ),
    }),
  ),
});

const LimitedAccounts = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ ...ownName, limits: z.array(z.object({ name: z.string(), value })) })),
});

const changeSchema = z.strictObject({ value });
const path = {
  account: z
    .string()
    .describe("`usr_…`, `org_…`, or `group:NAME` as the directory or the provider names it."),
};
const limitPath = { ...path, limit: name };

export interface LimitRouteDeps extends PersonDeps {
  config: PersonDeps["config"] & Pick<Config, "limits">;
}

export function limitRoutes(deps: LimitRouteDeps): PersonRoute[] {
  const { db } = deps;
  return [
    administrationRoute(deps, "limits.read", "GET /limits", {
      id: "listLimitedAccounts",
      summary: "Accounts and groups that have limits of their own",
      answers: { 200: jsonOf(`At most ${limits.limitedAccountsListed} of them.`, LimitedAccounts) },
      handle: () => {
        const data = limitedAccounts(db).map(({ accountId, limits }) => {
          return { account_id: accountId, account_name: nameOfAccount(db, accountId), limits };
        });
        return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof LimitedAccounts>);
      },
    }),
    administrationRoute(deps, "limits.read", "GET /limits/:account", {
      id: "getLimits",
      summary: "The limits of one account or group, and what decides each",
      parts: path,
      answers: { 200: jsonOf("All of them.", AccountLimits) },
      errors: ["invalid_request"],
      handle: ({ params }) => jsonAnswer(200, limitsBody(deps, requireAccount(deps, params.account ?? ""))),
    }),
    administrationRoute(deps, "limits.change", "PUT /limits/:account/:limit", {
      id: "setLimit",
      summary: "Give an account or group a limit of its own",
      description: "From its next request on.",
      parts: limitPath,
      body: jsonBody(changeSchema),
      answers: { 200: jsonOf("All of its limits.", AccountLimits) },
      errors: ["invalid_request"],
      handle: async (exchange) => {
        const { value } = await readJson(exchange.request, changeSchema);
        return change(deps, exchange, (changes, id, limit) => setLimit(changes, id, limit, String(value)));
      },
    }),
    administrationRoute(deps, "limits.change", "DELETE /limits/:account/:limit", {
      id: "clearLimit",
      summary: "Take an account's or group's own limit away",
      description: "Its plan and the configuration decide again, from its next request on.",
      parts: limitPath,
      answers: { 200: jsonOf("All of its limits.", AccountLimits) },
      errors: ["invalid_request"],
      handle: (exchange) => change(deps, exchange, clearLimit),
    }),
  ];
}

async function change(
  deps: LimitRouteDeps,
  exchange: PersonExchange,
  work: (changes: ChangeDeps, id: string, limit: string) => void,
): Promise<Response> {
  const { account = "", limit = "" } = exchange.params;
  const id = requireAccount(deps, account);
  await changing(deps, exchange, (changes) => work(changes, id, limit));
  return jsonAnswer(200, limitsBody(deps, id));
}

/** @throws TiroError `invalid_request` if there is no such account; any group may have limits before it is known. */
function requireAccount({ db }: LimitRouteDeps, account: string): string {
  const group = groupIdOf(account);
  if (group !== null) return group;
  if (nameOfAccount(db, account) !== null) return account;
  throw new TiroError("invalid_request", "There is no such person or organization.", { param: "account" });
}

function limitsBody(deps: LimitRouteDeps, id: string): z.infer<typeof AccountLimits> {
  const explained = groupIdOf(id) === null ? explainLimits(deps, id) : explainGroupLimits(deps.db, id);
  return {
    object: "account_limits",
    account_id: id,
    account_name: nameOfAccount(deps.db, id),
    limits: explained,
  };
}
