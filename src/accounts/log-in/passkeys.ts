/**
 * Passkeys (WebAuthn): the device of a person signs a challenge after it has verified the person itself, so that one
 * step is enough. The library is loaded when it is first needed, so that no start waits for it.
 */

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { transact, whenWritable } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  deletePasskey,
  insertPasskey,
  passkeyById,
  passkeysOf,
  setPasskeyUsed,
} from "../../store/log-in/passkeys.ts";
import { type User, userById } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { NOBODY, type SecurityEvents } from "../audit/security-events.ts";
import { requireName } from "../names.ts";

type Transports = NonNullable<RegistrationResponseJSON["response"]["transports"]>;

const library = async () => {
  // Its own dependencies need this first; in one executable they would otherwise load before it.
  await import("reflect-metadata");
  return import("@simplewebauthn/server");
};

/** The name under which a passkey works: devices give none to pages of other hosts. */
function relyingParty(publicUrl: string): { rpID: string; origin: string } {
  return { rpID: new URL(publicUrl).hostname, origin: publicUrl };
}

/** WebAuthn knows hosts by name only. */
export function canHavePasskeys(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return !hostname.startsWith("[") && !/^[\d.]+$/.test(hostname);
}

/** The request for a new passkey. */
export async function passkeyCreation(
  db: Db,
  publicUrl: string,
  { id, email, name }: User,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: "tiro",
    rpID: relyingParty(publicUrl).rpID,
    userName: email,
    userDisplayName: name ?? email,
    userID: new TextEncoder().encode(id),
    attestationType: "none",
    excludeCredentials: passkeysOf(db, id).map(({ id, transports }) => ({ id, transports: [...transports] })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export interface NewPasskey {
  response: RegistrationResponseJSON;
  challenge: string;
  /** The person's name for it. */
  name: string;
}

/** @throws TiroError `invalid_request` if the name or the device's answer is not valid, or there are too many. */
export async function addPasskey(
  deps: ChangeDeps & { publicUrl: string },
  userId: string,
  { response, challenge, name: called }: NewPasskey,
): Promise<void> {
  const name = requireName("name", called, limits.passkeyNameChars);
  const { db, clock, publicUrl } = deps;
  const { verifyRegistrationResponse } = await library();
  const { rpID, origin } = relyingParty(publicUrl);
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID };
  const { registrationInfo } = await verified(() =>
    verifyRegistrationResponse({ response, ...expected, requireUserVerification: true }),
  );
  if (registrationInfo === undefined) throw notValid();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  await transact(db, () => {
    if (passkeyById(db, id) !== null) throw notValid();
    if (passkeysOf(db, userId).length >= limits.passkeysPerPerson)
      throw new TiroError("invalid_request", personFault("passkeys_full", limits.passkeysPerPerson));
    const times = { createdAt: clock.now(), lastUsedAt: null };
    insertPasskey(db, { id, userId, name, publicKey, counter, transports, ...times });
    recordAudit(deps, "user.passkey_added", userId, { name });
  });
}

/** One that is not there, or never was theirs, stays away. */
export function removePasskey(deps: ChangeDeps, userId: string, id: string): void {
  inTransaction(deps.db, () => {
    if (deletePasskey(deps.db, userId, id)) recordAudit(deps, "user.passkey_removed", userId);
  });
}

/** Of a person who lost a device. Returns how many there were. */
export function removePasskeys(deps: ChangeDeps, userId: string): number {
  return inTransaction(deps.db, () => {
    const passkeys = passkeysOf(deps.db, userId);
    for (const { id } of passkeys) removePasskey(deps, userId, id);
    return passkeys.length;
  });
}

/** The request for a log-in by passkey: it finds the person itself. */
export async function passkeyChallenge(publicUrl: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({ rpID: relyingParty(publicUrl).rpID, userVerification: "required" });
}

/**
 * Whose passkey signed the challenge.
 * @param address network address of the caller.
 * @throws TiroError `invalid_request` if it is not valid or not known, `account_disabled`.
 */
export async function userOfPasskey(
  deps: { db: Db; clock: Clock; publicUrl: string; security: SecurityEvents },
  response: AuthenticationResponseJSON,
  challenge: string,
  address: string,
): Promise<User> {
  try {
    return await signer(deps, response, challenge);
  } catch (error) {
    const target = passkeyById(deps.db, response.id)?.userId ?? NOBODY;
    deps.security.note("user.log_in_failed", { target, address, details: { method: "passkey" } });
    throw error;
  }
}

async function signer(
  { db, clock, publicUrl }: { db: Db; clock: Clock; publicUrl: string },
  response: AuthenticationResponseJSON,
  challenge: string,
): Promise<User> {
  const { verifyAuthenticationResponse } = await library();
  const passkey = passkeyById(db, response.id);
  const user = passkey === null ? null : userById(db, passkey.userId);
  if (passkey === null || user === null) throw notValid();
  const { rpID, origin } = relyingParty(publicUrl);
  const { id, counter, publicKey, transports } = passkey;
  const credential = {
    id,
    counter,
    publicKey: new Uint8Array(publicKey),
    transports: [...transports] as Transports,
  };
  const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpID };
  const result = await verified(() =>
    verifyAuthenticationResponse({ response, credential, ...expected, requireUserVerification: true }),
  );
  if (!result.verified) throw notValid();
  const { newCounter } = result.authenticationInfo;
  if (!(await whenWritable(db, () => setPasskeyUsed(db, passkey, newCounter, clock.now())))) throw notValid();
  if (user.disabledAt !== null) throw new TiroError("account_disabled", personFault("account_disabled"));
  return user;
}

/** The library reports a wrong answer by plain errors. */
async function verified<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw notValid(error);
  }
}

function notValid(cause?: unknown): TiroError {
  return new TiroError("invalid_request", personFault("passkey_unknown"), {
    cause,
  });
}
