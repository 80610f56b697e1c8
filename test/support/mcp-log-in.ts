/** The parts to connect a client without a key: the client's memory, and a person with a browser. */

import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import { LOOPBACK, newPerson, onward } from "./oauth.ts";
import type { Json, TestServer } from "./server.ts";
import { Visitor } from "./visitor.ts";

const PASSWORD = "correct horse battery staple";

export interface PersonAtBrowser {
  person: User;
  /** Logs in where that is needed, presses the button, and returns the address that the client hears of. */
  allow(authorizationUrl: URL, form?: Record<string, string>): Promise<URL>;
}

export const READ_ONLY = { decision: "allow" };
const READ_AND_WRITE = { ...READ_ONLY, scope_write: "on" };

export async function personAtBrowser(server: TestServer): Promise<PersonAtBrowser> {
  const { db, clock, passwords } = server.context;
  const person = newPerson(server);
  upsertPassword(db, person.id, await passwords.hash(PASSWORD), clock.now());
  const visitor = new Visitor(server.url);
  return {
    person,
    allow: async ({ pathname, search }, form = READ_AND_WRITE) => {
      const asked = pathname + search;
      const first = await visitor.get(asked);
      if (first.location?.startsWith("/login")) {
        const entered = await visitor.submit(
          first.location,
          { email: person.email, password: PASSWORD },
          "/login",
        );
        if (entered.location !== asked) throw new Error(`the log-in led to ${entered.location}`);
      }
      const callback = onward(await visitor.submit(asked, form));
      if (callback === null) throw new Error(`nothing led on from ${asked}`);
      return callback;
    },
  };
}

/** The official clients' `OAuthClientProvider`, in memory. */
export class ClientMemory {
  readonly redirectUrl = LOOPBACK;
  readonly clientMetadata = {
    client_name: "Official client",
    redirect_uris: [LOOPBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  /** Where the client sent the person, each time. */
  readonly authorizationUrls: URL[] = [];
  #client: Json;
  #tokens: Json;
  #verifier = "";
  #discovery: Json;

  clientInformation = () => this.#client;
  saveClientInformation = (client: Json) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: Json) => {
    this.#tokens = tokens;
  };
  codeVerifier = () => this.#verifier;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  redirectToAuthorization = (url: URL) => {
    this.authorizationUrls.push(url);
  };
  /** Credentials that the server no longer takes. */
  invalidateCredentials = (what: "all" | "client" | "tokens" | "verifier" | "discovery") => {
    if (what === "all" || what === "tokens") this.#tokens = undefined;
    if (what === "all" || what === "client") this.#client = undefined;
  };
  saveDiscoveryState = (discovery: Json) => {
    this.#discovery = discovery;
  };
  discoveryState = () => this.#discovery;
}
