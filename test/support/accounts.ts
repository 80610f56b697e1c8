import { SecurityEvents } from "../../src/accounts/audit/security-events.ts";
import { type AuthenticateDeps, authenticate } from "../../src/accounts/authentication/authenticate.ts";
import type { Principal } from "../../src/accounts/authentication/principal.ts";
import type { KeyDeps } from "../../src/accounts/credentials/api-keys.ts";
import { Passwords } from "../../src/accounts/credentials/passwords.ts";
import { AccessTokens } from "../../src/accounts/oauth/access-tokens.ts";
import { addOrganization } from "../../src/accounts/organizations/organizations.ts";
import { addUser } from "../../src/accounts/people/users.ts";
import { loadConfig } from "../../src/config/load.ts";
import type { Config } from "../../src/config/schema.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import type { Organization } from "../../src/store/organizations/organizations.ts";
import type { User } from "../../src/store/people/users.ts";
import { TEST_ACTOR, testClock, testDatabase } from "./database.ts";

/** The least that argon2 allows: what tests check is who may log in, not what a guess costs. */
export const CHEAP_HASHES = { memoryKib: 8, passes: 1 };

/** People and organizations on a real database with a clock that stands: `using site = testAccounts()`. */
export function testAccounts() {
  const clock = testClock();
  const store = testDatabase(clock);
  const { config } = loadConfig({ environment: {} });
  const deps = {
    db: store.db,
    clock,
    actor: TEST_ACTOR,
    keyPrefixes: ["tiro_"],
    config,
  } satisfies KeyDeps & {
    config: Config;
  };
  const person = (name: string): User => addUser(deps, { email: `${name}@example.com`, name });
  const organization = (name: string, owner: User): Organization => addOrganization(deps, { name, owner });
  const security = new SecurityEvents({ ...deps, logger: silentLogger });
  const passwords = new Passwords({ ...deps, security, hashCost: CHEAP_HASHES });
  return { ...store, clock, deps, security, passwords, person, organization };
}

/** What `toThrow` takes for a refused field. */
export function refused(param?: string) {
  return { code: "invalid_request", ...(param && { extras: { param } }) };
}

export const PUBLIC_URL = "https://tiro.example.com";

/** Lets an API key in, as the API does. */
export function signIn(
  deps: Pick<AuthenticateDeps, "db" | "clock" | "keyPrefixes"> & Partial<AuthenticateDeps>,
  header: string | null,
): Promise<Principal> {
  const logger = silentLogger;
  const shared = { logger, security: new SecurityEvents({ ...deps, logger }) };
  const accessTokens = new AccessTokens({ ...deps, settings: { access_token_minutes: 10 } });
  const asked = { publicUrl: PUBLIC_URL, resource: "api" } as const;
  const { config } = loadConfig({ environment: {} });
  return authenticate({ ...shared, config, accessTokens, ...deps }, header, asked, () => "192.0.2.1");
}
