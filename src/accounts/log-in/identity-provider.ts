/**
 * The company's identity provider, spoken to by OpenID Connect: authorization code with PKCE, state and nonce. The
 * library is loaded when somebody first logs in that way, so that no start waits for it.
 */
import { readFileSync } from "node:fs";
import tls from "node:tls";
import type { Configuration, CustomFetch } from "openid-client";
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { noteAttempt } from "../../lib/last-attempts.ts";
import { madeOf } from "../../lib/made-of.ts";
import {
  keysAt,
  type LogoutOrder,
  type LogoutTokenKeys,
  LogoutTokenRefused,
  readLogoutToken,
} from "./logout-token.ts";

export interface IdentityProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Asked for beside `openid`. */
  scopes: readonly string[];
  /** The claim that lists groups. */
  groupClaim: string;
  /** File with certificates of authorities that sign the provider's, beside the public ones; null if there is none. */
  caFile: string | null;
  /** How long each answer may take. */
  timeoutSeconds: number;
}

/** Values that must come back with the person. */
export interface CompanyQuestion {
  state: string;
  nonce: string;
  verifier: string;
  /** They must have proved themselves within this time. */
  maxAgeSeconds: number | null;
}

/** Who somebody is there. */
export interface CompanyIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null if the provider does not say. */
  emailVerified: boolean | null;
  name: string | null;
  /** Null if the provider does not say. */
  groups: readonly string[] | null;
  /** The session there; null if the provider names none. */
  sid: string | null;
  /** When they proved themselves there, in milliseconds since the epoch; null if it does not say. */
  authenticatedAt: number | null;
}

/** The provider could not be asked, or did not say who it is. */
export class CompanyLogInFailed extends Error {
  readonly unreachable: boolean;

  constructor(unreachable: boolean, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.name = "CompanyLogInFailed";
    this.unreachable = unreachable;
  }
}

/** Where people come back to. */
const CALLBACK_PATH = "/login/company/callback";

const library = () => import("openid-client");

export class IdentityProvider {
  readonly #settings: IdentityProviderSettings;
  readonly #clock: Clock;
  #discovered: Promise<Configuration> | null = null;
  #keys: LogoutTokenKeys | null = null;

  constructor(settings: IdentityProviderSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Whether it answers as itself, without anybody logging in. @throws CompanyLogInFailed if it does not. */
  async reach(): Promise<void> {
    await this.#discover();
  }

  /**
   * Where to send somebody, to come back to `publicUrl`.
   * @throws CompanyLogInFailed if the provider does not answer.
   */
  async ask(
    publicUrl: string,
    maxAgeSeconds: number | null,
  ): Promise<{ url: string; question: CompanyQuestion }> {
    const provider = await this.#discover();
    const oidc = await library();
    const question = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      maxAgeSeconds,
    };
    const { scopes } = this.#settings;
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: publicUrl + CALLBACK_PATH,
      scope: ["openid", ...scopes].join(" "),
      state: question.state,
      nonce: question.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: "S256",
      ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
    });
    return { url: url.href, question };
  }

  /**
   * Who came back.
   * @param address the one to which they came: this server's, and the query.
   * @throws CompanyLogInFailed if it is not the answer to the question, or the provider refused.
   */
  async identify(
    { publicUrl, search }: { publicUrl: string; search: string },
    question: CompanyQuestion,
  ): Promise<CompanyIdentity> {
    const provider = await this.#discover();
    const oidc = await library();
    const { groupClaim } = this.#settings;
    try {
      const tokens = await oidc.authorizationCodeGrant(
        provider,
        new URL(publicUrl + CALLBACK_PATH + search),
        {
          expectedState: question.state,
          expectedNonce: question.nonce,
          pkceCodeVerifier: question.verifier,
          idTokenExpected: true,
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("no ID token");
      const hasAll = claims.email !== undefined && claims[groupClaim] !== undefined;
      const more =
        hasAll || provider.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      noteAttempt("company_log_in", this.#clock.now(), null);
      return identityFrom({ ...more, ...claims }, groupClaim);
    } catch (error) {
      throw this.#failed(false, error);
    }
  }

  /**
   * The request in a logout token of the provider.
   * @throws LogoutTokenRefused if it is not to be followed; CompanyLogInFailed if the provider's keys cannot be had.
   */
  async readLogoutToken(token: string, nowMs: number): Promise<LogoutOrder> {
    const provider = await this.#discover();
    const metadata = provider.serverMetadata();
    const { clientId, timeoutSeconds } = this.#settings;
    try {
      this.#keys ??= keysAt(metadata, this.#fetch(), timeoutSeconds);
      return await readLogoutToken(token, { issuer: metadata.issuer, clientId, keys: this.#keys, nowMs });
    } catch (error) {
      if (error instanceof LogoutTokenRefused) throw error;
      throw this.#failed(true, error);
    }
  }

  #failed(unreachable: boolean, cause: unknown): CompanyLogInFailed {
    const failure = new CompanyLogInFailed(unreachable, cause);
    noteAttempt("company_log_in", this.#clock.now(), failure.message);
    return failure;
  }

  /** Follows no redirect, whatever the library asks for. Also trusts the site's own authorities, where it names some. */
  #fetch(): typeof fetch {
    const { caFile } = this.#settings;
    const own =
      caFile === null ? {} : { tls: { ca: [...tls.rootCertificates, readFileSync(caFile, "utf8")] } };
    return Object.assign(
      (...[url, init]: Parameters<typeof fetch>) => fetch(url, { ...init, ...own, redirect: "manual" }),
      { preconnect: fetch.preconnect },
    );
  }

  #discover(): Promise<Configuration> {
    this.#discovered ??= this.#load().catch((error) => {
      // Asked again by the next person.
      this.#discovered = null;
      throw this.#failed(true, error);
    });
    return this.#discovered;
  }

  async #load(): Promise<Configuration> {
    const { issuer, clientId, clientSecret, timeoutSeconds: timeout } = this.#settings;
    const oidc = await library();
    const server = new URL(issuer);
    // The configuration lets plain HTTP through for this machine alone.
    const insecure = server.protocol === "http:" ? [oidc.allowInsecureRequests] : [];
    // Checks the ID token's signature too, though it comes from the provider itself.
    const execute = [oidc.enableNonRepudiationChecks, ...insecure];
    const options = { timeout, execute, [oidc.customFetch]: this.#fetch() as CustomFetch };
    return oidc.discovery(server, clientId, clientSecret, undefined, options);
  }
}

/** The provider of the configuration, or null if none is. */
export function identityProviderOf(
  { company_log_in: settings }: Pick<Config, "company_log_in">,
  { companyLogInSecret: clientSecret }: Secrets,
  clock: Clock,
): IdentityProvider | null {
  const { issuer, client_id: clientId, scopes, group_claim: groupClaim, ca_file: caFile = null } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === null) return null;
  const timeoutSeconds = limits.identityProviderSeconds;
  const provider = { issuer, clientId, clientSecret, scopes, groupClaim, caFile, timeoutSeconds };
  return new IdentityProvider(provider, clock);
}

/** The provider as the configuration has it when it is asked for. */
export function configuredIdentityProvider(
  config: Pick<Config, "company_log_in">,
  secrets: Secrets,
  clock: Clock,
): () => IdentityProvider | null {
  return madeOf(
    () => [config.company_log_in, secrets.companyLogInSecret],
    () => identityProviderOf(config, secrets, clock),
  );
}

function identityFrom(claims: Record<string, unknown>, groupClaim: string): CompanyIdentity {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const groups = claims[groupClaim];
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: text(claims.email),
    emailVerified: isVerified(claims),
    name: text(claims.name),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : null,
    sid: text(claims.sid),
    authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * 1000 : null,
  };
}

/**
 * Some providers write it as text; any other value is no yes. Microsoft Entra has another claim: that the
 * owner of the address's domain is verified.
 */
function isVerified({ email_verified, xms_edov }: Record<string, unknown>): boolean | null {
  if (email_verified !== undefined) return email_verified === true || email_verified === "true";
  return xms_edov === undefined ? null : [true, 1, "1", "true"].includes(xms_edov as string);
}

/** The library's code for it, such as `OAUTH_TIMEOUT`: its messages may repeat what was received. */
function reasonOf(cause: unknown): string {
  if (typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string")
    return cause.code;
  return cause instanceof Error ? cause.name : "unknown";
}
