/** An auditor and two administrators, who came in by more than a password, and what they ask. */
import { beginBrowserSession } from "../../../src/accounts/credentials/browser-sessions.ts";
import { setServerRole } from "../../../src/accounts/people/server-roles.ts";
import type { User } from "../../../src/store/people/users.ts";
import { csrfOf, type People } from "../../support/people.ts";
import type { Json } from "../../support/server.ts";
import { Visitor } from "../../support/visitor.ts";

const NAMES = ["administrator", "second", "auditor"] as const;
type Name = (typeof NAMES)[number];

export class Administrators {
  readonly persons: Record<Name, User>;
  browsers!: Record<Name, Visitor>;
  readonly #people: People;

  constructor(people: People) {
    this.#people = people;
    this.persons = Object.fromEntries(NAMES.map((name) => [name, people.add(name)])) as typeof this.persons;
    for (const name of NAMES)
      setServerRole(people.deps, this.persons[name].id, name === "auditor" ? "auditor" : "administrator");
    this.renew();
  }

  /** They log in again, as after a day. */
  renew(): void {
    const { deps, server } = this.#people;
    const entry = { methods: ["passkey"], address: "::1", userAgent: "Test" } as const;
    const browserOf = (user: User) => {
      const visitor = new Visitor(server.url);
      visitor.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
      return visitor;
    };
    const all = NAMES.map((name) => [name, browserOf(this.persons[name])]);
    this.browsers = Object.fromEntries(all) as typeof this.browsers;
  }

  administrator = (method: string, path: string, body?: object) =>
    this.call("administrator", method, path, body);
  second = (method: string, path: string, body?: object) => this.call("second", method, path, body);
  auditor = (method: string, path: string, body?: object) => this.call("auditor", method, path, body);

  /** @param body sent as JSON. */
  async call(who: Name, method: string, path: string, body?: object): Promise<[status: number, Json]> {
    const browser = this.browsers[who];
    const change =
      method === "GET" ? {} : { "x-csrf-token": await csrfOf(browser), Origin: this.#people.server.url };
    const { status, text } = await browser.send(`/v1/administration${path}`, {
      method,
      headers: { ...(body && { "Content-Type": "application/json" }), ...change },
      ...(body && { body: JSON.stringify(body) }),
    });
    return [status, text.startsWith("{") ? JSON.parse(text) : {}];
  }
}
