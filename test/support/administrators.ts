/** Browsers of people who may change something in the administration of the server. */
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import type { User } from "../../src/store/people/users.ts";
import type { People } from "./people.ts";
import { Visitor } from "./visitor.ts";

/** Somebody who came in by more than a password. */
export function strongly({ server, deps }: People, user: User): Visitor {
  const visitor = new Visitor(server.url);
  const entry = { methods: ["passkey"], address: "::1", userAgent: "Test" } as const;
  visitor.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
  return visitor;
}
