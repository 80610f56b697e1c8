/** Who is calling, and how people log in. */
import { SecurityEvents } from "../accounts/audit/security-events.ts";
import { authenticate } from "../accounts/authentication/authenticate.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { actAsMember } from "../accounts/authentication/service-user.ts";
import type { HashCost } from "../accounts/credentials/password-hashing.ts";
import { Passwords } from "../accounts/credentials/passwords.ts";
import { configuredIdentityProvider, type IdentityProvider } from "../accounts/log-in/identity-provider.ts";
import { configuredDirectory, type Directory } from "../accounts/log-in/ldap/directory.ts";
import { SealedStates } from "../accounts/log-in/sealed-states.ts";
import { AccessTokens } from "../accounts/oauth/access-tokens.ts";
import type { ChallengedResource } from "../accounts/oauth/challenge.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { Attempts } from "../accounts/throttling/attempts.ts";
import { DelayedAttempts } from "../accounts/throttling/delayed-attempts.ts";
import { NETWORK_BACKOFF } from "../accounts/throttling/password-attempts.ts";
import { limits } from "../config/limits.ts";
import { viewOf } from "../config/live.ts";
import type { Config, Secrets } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Db } from "../store/db.ts";

export interface Identity {
  security: SecurityEvents;
  authenticate: (
    authorization: string | null,
    asked: ChallengedResource,
    address: () => string,
  ) => Promise<Principal>;
  oauth: OAuthDeps;
  actAsMember: (principal: Principal, serviceUser: string | null) => Principal;
  passwords: Passwords;
  linkAttempts: DelayedAttempts;
  codeAttempts: Attempts;
  lostPasswordAttempts: Attempts;
  /** States of log-ins under way. */
  states: SealedStates;
  /** As the configuration has it now; null if the site has none. */
  identityProvider: () => IdentityProvider | null;
  /** Likewise: the directory by which people log in. */
  directory: () => Directory | null;
}

interface IdentityOptions {
  config: Config;
  secrets: Secrets;
  logger: Logger;
}

interface IdentityParts {
  db: Db;
  clock: Clock;
  hashCost: HashCost | undefined;
  fetchDocument: OAuthDeps["fetchDocument"];
}

export function createIdentity(
  { config, secrets, logger }: IdentityOptions,
  { db, clock, hashCost, fetchDocument }: IdentityParts,
): Identity {
  const security = new SecurityEvents({ db, clock, logger });
  const shared = { db, clock, logger };
  const settings = viewOf(Object.keys(config.oauth), () => config.oauth);
  const accessTokens = new AccessTokens({ ...shared, settings });
  const signIn = {
    ...shared,
    config,
    get keyPrefixes() {
      return config.auth.key_prefixes;
    },
    get keyDays() {
      return config.auth.key_days;
    },
    accessTokens,
    security,
  };
  const registrations = new Attempts(clock, limits.oauthRegistrationsPerAddress);
  return {
    security,
    authenticate: (header, asked, address) => authenticate(signIn, header, asked, address),
    oauth: { ...shared, accessTokens, settings, registrations, fetchDocument },
    actAsMember: (principal, serviceUser) => actAsMember({ db, clock, config }, principal, serviceUser),
    passwords: new Passwords({ db, clock, security, hashCost }),
    linkAttempts: new DelayedAttempts(clock, NETWORK_BACKOFF),
    codeAttempts: new Attempts(clock, limits.codeFailuresPerPerson),
    lostPasswordAttempts: new Attempts(clock, limits.lostPasswordsPerNetwork),
    states: new SealedStates(db, clock),
    identityProvider: configuredIdentityProvider(config, secrets, clock),
    directory: configuredDirectory(config, secrets, clock),
  };
}
