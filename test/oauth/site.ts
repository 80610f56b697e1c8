/** A server with an app and a logged-in person, for the time of one file of tests. */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test";
import type { User } from "../../src/store/people/users.ts";
import { testClock } from "../support/database.ts";
import { endlessEngine } from "../support/engines.ts";
import { App, loggedIn, newPerson } from "../support/oauth.ts";
import { type Json, startServer, type TestServer } from "../support/server.ts";
import type { Visitor } from "../support/visitor.ts";

export interface Site {
  server: TestServer;
  app: App;
  person: User;
  visitor: Visitor;
  /** Moves only when the test moves it. */
  clock: ReturnType<typeof testClock>;
  /** Addresses of the two resources. */
  api: string;
  mcp: string;
  getJson(path: string): Promise<Json>;
}

/** Filled before the first test; nothing recognizes speech. */
export function useSite(environment: Record<string, string> = {}): Site {
  setDefaultTimeout(300_000);
  const site = {} as Site;
  beforeAll(async () => {
    const clock = testClock();
    const server = await startServer({
      overrides: { engine: endlessEngine, clock },
      environment: { TIRO_SERVER_TRUST_FORWARDED_FOR: "true", ...environment },
    });
    const app = await App.register(server);
    const person = newPerson(server);
    const visitor = loggedIn(server, person);
    const getJson = async (path: string) => (await fetch(server.url + path)).json();
    const addresses = { api: `${server.url}/v1`, mcp: `${server.url}/mcp` };
    Object.assign(site, { server, app, person, visitor, clock, getJson, ...addresses });
  });
  afterAll(() => site.server.close());
  return site;
}

/** A line of an RFC, and the check of it over HTTP. */
export type Line = [section: string, what: string, check: () => Promise<void>];

export function conformance(name: string, lines: readonly Line[]): void {
  describe(name, () => {
    for (const [section, what, check] of lines) test(`${section}: ${what}`, check);
  });
}
