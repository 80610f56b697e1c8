/** Shared parts of the endpoints of SCIM (RFC 7644): who may come in, how much, and how bodies are read. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { ScimError } from "../accounts/directory/scim-error.ts";
import { authenticateDirectory } from "../accounts/directory/tokens.ts";
import type { DirectoryDeps } from "../accounts/directory/users.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { noteAttempt } from "../lib/last-attempts.ts";
import { OneAtATime } from "../lib/one-at-a-time.ts";
import { perDatabase } from "../store/db.ts";
import { SCIM_TYPE } from "../web/answers.ts";
import { contentTypeOf, readJsonValue } from "../web/body.ts";
import { type Operation, scimFaults } from "../web/operation.ts";
import { assertWithinRate } from "../web/rate-limit.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { isObject, type Resource } from "./values.ts";

export interface ScimDeps {
  db: ChangeDeps["db"];
  clock: ChangeDeps["clock"];
  config: Pick<Config, "company_log_in">;
  requestRate: { take(tokenId: string, limit: number): { retryAfterSeconds: number | null } };
}

const BASE = "/scim/v2";

/** A request of a directory that has been let in. */
export interface ScimExchange {
  /** The variable part of the path. */
  id: string;
  query: URLSearchParams;
  headers: Headers;
  /** Where the endpoints begin, for the addresses of resources. */
  base: string;
  /** The request body; empty if there was none. */
  body: Resource;
}

type Handle = (deps: DirectoryDeps, exchange: ScimExchange) => Response | Promise<Response>;

/** @param path below `/scim/v2`. */
export function scimRoute(
  deps: ScimDeps,
  method: PublicRoute["method"],
  path: string,
  operation: Operation,
  handle: Handle,
): PublicRoute {
  return {
    method,
    path: BASE + path,
    family: "scim",
    access: "public",
    operation,
    handle: (exchange) => answer(deps, exchange, handle),
  };
}

async function answer(deps: ScimDeps, exchange: Exchange, handle: Handle): Promise<Response> {
  const { request, params, publicUrl, address } = exchange;
  const { db, clock, config } = deps;
  const token = authenticateDirectory(deps, request.headers.get("authorization"));
  const { scimRequestsPerMinute: rate } = limits;
  assertWithinRate(rate, deps.requestRate.take(token.id, rate));
  const actor = { id: "system", credential: token.id, address: address() };
  const directory = { db, clock, actor, settings: config.company_log_in };
  const body = ["POST", "PUT", "PATCH"].includes(request.method) ? await readScim(request) : {};
  const { searchParams: query } = new URL(request.url);
  const known = { id: params.id ?? "", query, headers: request.headers, base: publicUrl + BASE, body };
  const turns = turnsOf(db);
  if (turns.isFull)
    throw new TiroError("rate_limit_exceeded", "Too many requests of directories wait; send fewer at once.", {
      retryAfterSeconds: limits.defaultRetrySeconds,
    });
  return noted(deps, exchange, () =>
    turns.run(async () => {
      // Reading the body was work enough for one turn of the event loop.
      await setImmediate();
      return handle(directory, known);
    }),
  );
}

/** Administrators see when the directory last called, and what it was refused. */
async function noted(
  { clock }: ScimDeps,
  { request: { method }, route: { path } }: Exchange,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    const response = await work();
    noteAttempt("scim", clock.now(), null);
    return response;
  } catch (error) {
    noteAttempt(
      "scim",
      clock.now(),
      `${method} ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
    throw error;
  }
}

/** Other requests see work over several turns of the event loop as a whole, and nothing comes between. */
const turnsOf = perDatabase(() => new OneAtATime(limits.scimRequestsWaiting));

async function readScim(request: Request): Promise<Resource> {
  const type = contentTypeOf(request);
  if (type !== SCIM_TYPE && type !== "application/json")
    throw new TiroError("unsupported_media_type", `Send the body as ${SCIM_TYPE}.`);
  const bounds = { maxBytes: limits.scimBodyBytes, maxValues: limits.scimBodyValues };
  const body = await readJsonValue(request, bounds);
  if (isObject(body)) return body;
  throw new ScimError(400, "invalidSyntax", "The body must be an object.");
}

const resource = z.looseObject({});

/** How an endpoint describes itself; its errors are those of all of them. */
export function scimOperation(
  id: string,
  summary: string,
  answers: readonly number[],
  more: Pick<Operation, "path" | "query"> & { takes?: boolean } = {},
): Operation {
  const { takes = false, ...rest } = more;
  const content = { [SCIM_TYPE]: { schema: resource } };
  const described = (status: number) =>
    status === 204 || status === 304
      ? { description: status === 204 ? "Done." : "Unchanged." }
      : { description: "A resource or a list.", content };
  return {
    id,
    tags: ["Directory"],
    summary: `${summary} (SCIM 2.0)`,
    description: "Asks for `Authorization: Bearer` with a token of `tiro scim token create`.",
    ...rest,
    ...(takes && { body: { required: true, content } }),
    answers: {
      ...Object.fromEntries(answers.map((status) => [status, described(status)])),
      ...scimFaults(400, 401, 404, 409, 412, 413, 415, 429, 500, 503),
    },
  };
}
