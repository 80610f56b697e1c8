/** An app and the person who lets it in: the whole way over HTTP, or straight to a token. */
import { createHash, randomBytes } from "node:crypto";
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import type { Scope } from "../../src/accounts/credentials/scopes.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR } from "./database.ts";
import type { Json, TestServer } from "./server.ts";
import { type Page, Visitor } from "./visitor.ts";

export const LOOPBACK = "http://127.0.0.1:33418/callback";

/** A public client as assistants are. */
export const PUBLIC_CLIENT = {
  client_name: "Test App",
  redirect_uris: [LOOPBACK],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

type Fields = Record<string, string | string[]>;

export function toForm(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  );
}

let people = 0;

export function newPerson({ context }: TestServer): User {
  const deps = { db: context.db, clock: context.clock, actor: TEST_ACTOR };
  return addUser(deps, { email: `oauth${++people}@example.org`, name: `Person ${people}` });
}

/** A browser in which the person is logged in. */
export function loggedIn(server: TestServer, person: User): Visitor {
  const visitor = new Visitor(server.url);
  const session = { methods: ["password"], address: "127.0.0.1", userAgent: null } as const;
  const token = beginBrowserSession(server.context, person, session);
  visitor.cookies.set("tiro_session", token);
  return visitor;
}

export class App {
  readonly verifier = randomBytes(32).toString("base64url");
  readonly challenge = createHash("sha256").update(this.verifier).digest("base64url");

  constructor(
    readonly server: TestServer,
    readonly id: string,
    readonly secret: string | null = null,
  ) {}

  static async register(server: TestServer, metadata: object = PUBLIC_CLIENT): Promise<App> {
    const answer = await register(server, metadata);
    if (answer.status !== 201) throw new Error(`not registered: ${JSON.stringify(answer.body)}`);
    return new App(server, answer.body.client_id, answer.body.client_secret ?? null);
  }

  /** Path and query of the authorization request; a field that is `""` is left out. */
  authorizationPath(fields: Fields = {}): string {
    const all: Fields = {
      response_type: "code",
      client_id: this.id,
      redirect_uri: LOOPBACK,
      code_challenge: this.challenge,
      code_challenge_method: "S256",
      state: "a state/with&signs",
      ...fields,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
    return `/oauth/authorize?${toForm(sent)}`;
  }

  /** The person looks at the page and presses a button. */
  ask(visitor: Visitor, fields: Fields = {}, form: Record<string, string> = ALLOW): Promise<Page> {
    return visitor.submit(this.authorizationPath(fields), form);
  }

  /** A code that the person allowed. */
  async code(visitor: Visitor, fields: Fields = {}, form: Record<string, string> = ALLOW): Promise<string> {
    const answer = onward(await this.ask(visitor, fields, form));
    const code = answer?.searchParams.get("code");
    if (!code) throw new Error(`no code: ${answer}`);
    return code;
  }

  token(fields: Fields, headers: Record<string, string> = {}): Promise<Answer> {
    const own = { client_id: this.id, ...(this.secret !== null && { client_secret: this.secret }) };
    return post(this.server, "/oauth/token", toForm({ ...own, ...fields }), undefined, headers);
  }

  redeem(code: string, fields: Fields = {}): Promise<Answer> {
    const request = { grant_type: "authorization_code", code, redirect_uri: LOOPBACK };
    return this.token({ ...request, code_verifier: this.verifier, ...fields });
  }

  refresh(refreshToken: string, fields: Fields = {}): Promise<Answer> {
    return this.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...fields });
  }

  /** From the request to tokens. */
  async tokens(person: User, fields: Fields = {}, form: Record<string, string> = ALLOW): Promise<Json> {
    const answer = await this.redeem(await this.code(loggedIn(this.server, person), fields, form));
    if (answer.status !== 200) throw new Error(`no tokens: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

let addresses = 0;
/** From an address of its own, because registrations are counted by address; for servers that trust the header. */
export const elsewhere = () => ({ "X-Forwarded-For": `10.9.${++addresses >> 8}.${addresses & 255}` });

export function register(server: TestServer, metadata: unknown): Promise<Answer> {
  return post(server, "/oauth/register", JSON.stringify(metadata), "application/json", elsewhere());
}

export const ALLOW = { decision: "allow", scope_write: "on" };

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

export async function post(
  { url }: TestServer,
  path: string,
  body: string | URLSearchParams,
  contentType?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = contentType === undefined ? {} : { "Content-Type": contentType };
  const answer = await fetch(url + path, { method: "POST", body, headers: { ...type, ...headers } });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Where the page sends the browser, or null. */
export function onward({ headers }: Page): URL | null {
  const [, address] = /^0;url=(.*)$/.exec(headers.get("refresh") ?? "") ?? [];
  return address === undefined ? null : new URL(address);
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The header of a fresh token with these scopes, for both resources, of a person of their own. */
export async function tokenHeaders(
  server: TestServer,
  scopes: readonly Scope[],
  resource: string | string[] = [`${server.url}/v1`, `${server.url}/mcp`],
): Promise<{ Authorization: string }> {
  const app = await App.register(server);
  const tokens = await app.tokens(newPerson(server), { scope: scopes.join(" "), resource });
  return bearer(tokens.access_token);
}
