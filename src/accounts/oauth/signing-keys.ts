/** The Ed25519 keys that sign access tokens. One signs for a while; the next takes over before anybody notices. */

import type { CryptoKey, JWK } from "jose";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import {
  deleteOAuthSigningKey,
  insertOAuthSigningKey,
  type OAuthSigningKey,
  oauthSigningKeys,
  privateJwkOf,
} from "../../store/oauth/signing-keys.ts";
import { jose } from "../jose.ts";

export const SIGNING_ALGORITHM = "EdDSA";

export class SigningKeys {
  readonly #db: Db;
  readonly #clock: Clock;
  /** By the JSON of the key: importing one takes longer than signing with it. */
  readonly #imported = new Map<string, Promise<CryptoKey>>();

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The key that signs now; makes one where there is none or the newest is old. */
  async current(): Promise<{ id: string; privateKey: CryptoKey }> {
    const key = this.#newest() ?? (await this.#make());
    return { id: key.id, privateKey: await this.#import(privateJwkOf(this.#db, key)) };
  }

  /** Null if there is no key of this `kid`. */
  async publicKey(id: string): Promise<CryptoKey | null> {
    const key = oauthSigningKeys(this.#db).find((known) => known.id === id);
    return key === undefined ? null : this.#import(key.publicJwk);
  }

  /** The JSON Web Key Set (RFC 7517 §5). */
  async published(): Promise<{ keys: JWK[] }> {
    await this.current();
    return { keys: oauthSigningKeys(this.#db).map(({ publicJwk }) => JSON.parse(publicJwk) as JWK) };
  }

  /** Takes back those whose tokens have all expired. */
  sweep(): void {
    const [, ...older] = oauthSigningKeys(this.#db);
    let replacedAt = oauthSigningKeys(this.#db)[0]?.createdAt ?? 0;
    for (const { id, createdAt } of older) {
      if (this.#clock.now() - replacedAt >= limits.oauthSigningKeyPublishedMs)
        deleteOAuthSigningKey(this.#db, id);
      replacedAt = createdAt;
    }
  }

  /** Null if it is too old to sign. */
  #newest(): OAuthSigningKey | null {
    const [newest] = oauthSigningKeys(this.#db);
    return newest && this.#clock.now() - newest.createdAt < limits.oauthSigningKeyMs ? newest : null;
  }

  async #make(): Promise<OAuthSigningKey> {
    const { generateKeyPair, exportJWK } = jose();
    const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
    const id = crypto.randomUUID();
    const shared = { kid: id, alg: SIGNING_ALGORITHM, use: "sig" };
    const publicJwk = JSON.stringify({ ...(await exportJWK(pair.publicKey)), ...shared });
    const privateJwk = JSON.stringify({ ...(await exportJWK(pair.privateKey)), ...shared });
    const key = { id, privateJwk, publicJwk, createdAt: this.#clock.now() };
    return transact(this.#db, () => {
      // Another request may have come first while this one made its own.
      const other = this.#newest();
      return other ?? insertOAuthSigningKey(this.#db, key);
    });
  }

  #import(jwk: string): Promise<CryptoKey> {
    let key = this.#imported.get(jwk);
    if (key === undefined) {
      key = jose().importJWK(JSON.parse(jwk) as JWK, SIGNING_ALGORITHM) as Promise<CryptoKey>;
      this.#imported.set(jwk, key);
    }
    return key;
  }
}
