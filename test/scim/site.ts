/** A server with a directory that provisions it. */
import { expect } from "bun:test";
import { createScimToken } from "../../src/accounts/directory/tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { TEST_ACTOR, testClock } from "../support/database.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

export interface ScimSite {
  server: TestServer;
  clock: ReturnType<typeof testClock>;
  deps: { db: TestServer["context"]["db"]; clock: ScimSite["clock"]; actor: typeof TEST_ACTOR };
  token: string;
  base: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Adds a person over the wire and returns their id. */
  add(name: string, more?: Record<string, unknown>): Promise<string>;
  /** Sends operations. */
  patch(path: string, ...operations: unknown[]): Promise<Answer>;
  /** Everything that a filter finds. */
  find(kind: "Users" | "Groups", filter: string): Promise<Answer>;
}

export async function startScim(environment: Record<string, string> = {}): Promise<ScimSite> {
  const clock = testClock();
  const server = await startServer({ environment, overrides: { clock } });
  const deps = { db: server.context.db, clock, actor: TEST_ACTOR };
  const { token } = createScimToken(deps, { name: "test" });
  const base = `${server.url}/scim/v2`;
  const call: ScimSite["call"] = async (method, path, body, headers = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/scim+json",
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  return {
    server,
    clock,
    deps,
    token,
    base,
    call,
    add: async (name, more = {}) => {
      const userName = `${name}@acme.test`;
      const { status, body } = await call("POST", "/Users", { schemas: [USER], userName, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    patch: (path, ...Operations) => call("PATCH", path, { schemas: [PATCH], Operations }),
    find: (kind, filter) => call("GET", `/${kind}?filter=${encodeURIComponent(filter)}`),
  };
}

/** An organization whose owner is nobody of the directory's tests. */
export function organization(site: ScimSite, name: string) {
  return addOrganization(site.deps, {
    name,
    owner: addUser(site.deps, { email: `owner-${name.toLowerCase()}@acme.test`, name: "Owner" }),
  });
}

/** RFC 7644 §3.12. */
export const failure = (status: number, scimType: string | null, detail: string | RegExp) => ({
  schemas: [ERROR],
  ...(scimType !== null && { scimType }),
  detail: typeof detail === "string" ? detail : expect.stringMatching(detail),
  status: String(status),
});

const METHODS = ["GET", "PUT", "PATCH", "DELETE"] as const;

/** Every endpoint, as routes are named. */
export const SCIM_ENDPOINTS = [
  ...["ServiceProviderConfig", "ResourceTypes", "ResourceTypes/:id", "Schemas", "Schemas/:id"].map(
    (path) => `GET /scim/v2/${path}`,
  ),
  ...["Users", "Groups"].flatMap((kind) => [
    `GET /scim/v2/${kind}`,
    `POST /scim/v2/${kind}`,
    ...METHODS.map((method) => `${method} /scim/v2/${kind}/:id`),
  ]),
];
