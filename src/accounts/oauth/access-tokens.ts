/** Access tokens: JWTs as RFC 9068 has them. Their rights are checked against its grant at every request. */
import type { JWTPayload } from "jose";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import type { Scope } from "../credentials/scopes.ts";
import { jose } from "../jose.ts";
import { RESOURCE_NAMES, type ResourceName, resourceIdentifier } from "./resources.ts";
import { toScopes } from "./scopes.ts";
import { SIGNING_ALGORITHM, SigningKeys } from "./signing-keys.ts";

export interface AccessTokenDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Config["oauth"], "access_token_minutes">;
}

/** The claims of a token. */
export interface AccessTokenClaims {
  grantId: string;
  clientId: string;
  userId: string;
  scopes: readonly Scope[];
  resources: readonly ResourceName[];
}

const TYPE = "at+jwt";
/** The machine's clock may be set back a little. */
const CLOCK_STEP_SECONDS = 60;
const REQUIRED_CLAIMS = ["iss", "sub", "aud", "exp", "iat", "jti", "client_id", "scope", "grant_id"];

export interface VerifiedAccessToken extends AccessTokenClaims {
  issuer: string;
  expiresAtMs: number;
}

export class AccessTokens {
  readonly signingKeys: SigningKeys;
  readonly #clock: Clock;
  readonly #deps: AccessTokenDeps;
  /** A signature takes 123 µs to verify, and a client sends the same token again and again. */
  readonly #verified = new Map<string, VerifiedAccessToken & { knownUntilMs: number }>();

  constructor(deps: AccessTokenDeps) {
    this.signingKeys = new SigningKeys(deps);
    this.#clock = deps.clock;
    this.#deps = deps;
  }

  get lifetimeSeconds(): number {
    return this.#deps.settings.access_token_minutes * 60;
  }

  /** @param publicUrl the issuer, whose resources the token is for. */
  async issue(publicUrl: string, claims: AccessTokenClaims): Promise<string> {
    const { id, privateKey } = await this.signingKeys.current();
    const audiences = claims.resources.map((resource) => resourceIdentifier(publicUrl, resource));
    const issuedAtSeconds = Math.floor(this.#clock.now() / 1000);
    const payload = {
      client_id: claims.clientId,
      scope: claims.scopes.join(" "),
      grant_id: claims.grantId,
    };
    return new (jose().SignJWT)(payload)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TYPE, kid: id })
      .setIssuer(publicUrl)
      .setSubject(claims.userId)
      .setAudience(audiences.length === 1 ? (audiences[0] as string) : audiences)
      .setIssuedAt(issuedAtSeconds)
      .setExpirationTime(issuedAtSeconds + this.lifetimeSeconds)
      .setJti(crypto.randomUUID())
      .sign(privateKey);
  }

  /**
   * The claims of a token of this server; null if it is forged, expired or another's. Whether its grant still stands is
   * not said.
   * @param publicUrl where it came in: a server that goes by several addresses issues for each apart.
   */
  async verify(publicUrl: string, token: string): Promise<VerifiedAccessToken | null> {
    const known = this.#verified.get(token);
    const now = this.#clock.now();
    if (known !== undefined && now < known.knownUntilMs && now < known.expiresAtMs)
      return known.issuer === publicUrl ? known : null;
    const claims = await this.#read(publicUrl, token, now);
    if (claims === null) return null;
    if (this.#verified.size >= limits.oauthVerifiedTokens) this.#verified.clear();
    this.#verified.set(token, { ...claims, knownUntilMs: now + limits.oauthVerifiedTokenMs });
    return claims;
  }

  async #read(publicUrl: string, token: string, nowMs: number): Promise<VerifiedAccessToken | null> {
    try {
      const { payload } = await jose().jwtVerify(token, async ({ kid = "" }) => this.#keyOf(kid), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TYPE,
        issuer: publicUrl,
        requiredClaims: REQUIRED_CLAIMS,
        currentDate: new Date(nowMs),
      });
      return this.#livesTooLong(payload, nowMs) ? null : toClaims(publicUrl, payload);
    } catch (error) {
      if (error instanceof jose().errors.JOSEError) return null;
      throw error;
    }
  }

  /** Somebody with a stolen key must not make a token for ever, nor one for later. */
  #livesTooLong({ iat = 0, exp = 0 }: JWTPayload, nowMs: number): boolean {
    const latestStart = nowMs / 1000 + CLOCK_STEP_SECONDS;
    return exp - Math.min(iat, latestStart) > this.lifetimeSeconds;
  }

  /** The header names a key of ours or none: whatever key it carries or points to is not looked at. */
  async #keyOf(id: string) {
    const key = await this.signingKeys.publicKey(id);
    if (key === null) throw new (jose().errors.JWKSNoMatchingKey)();
    return key;
  }
}

function toClaims(
  issuer: string,
  { sub = "", aud = [], exp = 0, ...others }: JWTPayload,
): VerifiedAccessToken {
  const audiences = [aud].flat();
  return {
    issuer,
    grantId: String(others.grant_id),
    clientId: String(others.client_id),
    userId: sub,
    scopes: toScopes(String(others.scope).split(" ")),
    resources: RESOURCE_NAMES.filter((name) => audiences.includes(resourceIdentifier(issuer, name))),
    expiresAtMs: exp * 1000,
  };
}
