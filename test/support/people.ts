/** People with a password on a server whose clock stands, and browsers in which they are logged in. */
import { beginBrowserSession } from "../../src/accounts/credentials/browser-sessions.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { limits } from "../../src/config/limits.ts";
import { upsertPassword } from "../../src/store/credentials/passwords.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testClock } from "./database.ts";
import { startServer, type TestServer, type TestServerOptions } from "./server.ts";
import { Visitor } from "./visitor.ts";

export const PASSWORD = "correct horse battery";

export interface People {
  server: TestServer;
  clock: ReturnType<typeof testClock>;
  deps: { db: TestServer["context"]["db"]; clock: People["clock"]; actor: typeof TEST_ACTOR };
  add(name?: string): User;
  visitor(): Visitor;
  /** Logs in with the password and returns the answer; not with a second step. */
  logIn(user: User, visitor: Visitor): ReturnType<Visitor["get"]>;
  /** A browser in which the person is logged in. */
  browserOf(user: User): Visitor;
  /** Forgets failed attempts. */
  forgive(): void;
}

export async function startPeople(options: TestServerOptions = {}): Promise<People> {
  const clock = testClock();
  const server = await startServer({ ...options, overrides: { ...options.overrides, clock } });
  const hash = await server.context.passwords.hash(PASSWORD);
  const deps = { db: server.context.db, clock, actor: TEST_ACTOR };
  let people = 0;
  const visitor = () => new Visitor(server.url);
  const logIn: People["logIn"] = (user, browser) =>
    browser.submit("/login", { email: user.email, password: PASSWORD });
  return {
    server,
    clock,
    deps,
    add: (name = `Person ${people + 1}`) => {
      const user = addUser(deps, { email: `p${++people}@acme.test`, name });
      upsertPassword(server.context.db, user.id, hash, clock.now());
      return user;
    },
    visitor,
    logIn,
    browserOf: (user) => {
      const browser = visitor();
      const entry = {
        methods: ["password"],
        address: "::1",
        userAgent: browser.headers["User-Agent"] ?? null,
      } as const;
      browser.cookies.set("tiro_session", beginBrowserSession(deps, user, entry));
      return browser;
    },
    forgive: () => {
      clock.nowMs += 100 * limits.passwordFailureMs;
    },
  };
}

/** The token that stands in every form of the session's pages. */
export async function csrfOf(browser: Visitor): Promise<string> {
  return /name="csrf" value="([^"]+)"/.exec((await browser.get("/logout")).text)?.[1] ?? "";
}
