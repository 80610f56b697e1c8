/**
 * The company's identity provider, spoken to by OpenID Connect: authorization code with PKCE, state and nonce. The
 * library is loaded when somebody first logs in that way, so that no start waits for it.
 */
import type { Configuration } from "openid-client";
import { limits } from "../../config/limits.ts";
import type { Config, Secrets } from "../../config/schema.ts";

export interface IdentityProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim that lists groups. */
  groupClaim: string;
  /** How long each answer may take. */
  timeoutSeconds: number;
}

/** What must come back with the person. */
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
  emailVerified: boolean;
  name: string | null;
  /** Null where the provider does not tell. */
  groups: readonly string[] | null;
  /** When they proved themselves there, in milliseconds since the epoch; null where it does not tell. */
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
  #discovered: Promise<Configuration> | null = null;

  constructor(settings: IdentityProviderSettings) {
    this.#settings = settings;
  }

  /** Whether it answers as itself, without anybody logging in. @throws CompanyLogInFailed where it does not. */
  async reach(): Promise<void> {
    await this.#discover();
  }

  /**
   * Where to send somebody, to come back to `publicUrl`.
   * @throws CompanyLogInFailed where the provider does not answer.
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
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: publicUrl + CALLBACK_PATH,
      scope: "openid email profile",
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
   * @throws CompanyLogInFailed where it is not the answer to the question, or the provider refused.
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
          ...(question.maxAgeSeconds !== null && { maxAge: question.maxAgeSeconds }),
        },
      );
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("no ID token");
      const hasAll = claims.email !== undefined && claims[groupClaim] !== undefined;
      const more =
        hasAll || provider.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      return identityFrom({ ...more, ...claims }, groupClaim);
    } catch (error) {
      throw new CompanyLogInFailed(false, error);
    }
  }

  #discover(): Promise<Configuration> {
    this.#discovered ??= this.#load().catch((error) => {
      // Asked again by the next person.
      this.#discovered = null;
      throw new CompanyLogInFailed(true, error);
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
    return oidc.discovery(server, clientId, clientSecret, undefined, { timeout, execute });
  }
}

/** The provider of the configuration, or null where none is. */
export function identityProviderOf(
  { company_log_in: settings }: Pick<Config, "company_log_in">,
  { companyLogInSecret: clientSecret }: Secrets,
): IdentityProvider | null {
  const { issuer, client_id: clientId, group_claim: groupClaim } = settings;
  if (issuer === undefined || clientId === undefined || clientSecret === null) return null;
  const timeoutSeconds = limits.identityProviderSeconds;
  return new IdentityProvider({ issuer, clientId, clientSecret, groupClaim, timeoutSeconds });
}

function identityFrom(claims: Record<string, unknown>, groupClaim: string): CompanyIdentity {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const groups = claims[groupClaim];
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: text(claims.email),
    // Some providers write it as text; whatever else it is, it is no yes.
    emailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: text(claims.name),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : null,
    authenticatedAt: typeof claims.auth_time === "number" ? claims.auth_time * 1000 : null,
  };
}

/** The library's code for it, such as `OAUTH_TIMEOUT`: its messages may repeat what was received. */
function reasonOf(cause: unknown): string {
  if (typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string")
    return cause.code;
  return cause instanceof Error ? cause.name : "unknown";
}
