/**
 * The second step of a log-in: a code from an app (TOTP, RFC 6238), or one of the recovery codes that were shown when
 * it was turned on.
 */

import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { issueFor, TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { transact } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  consumeRecoveryCode,
  consumeTotpStep,
  deleteTotp,
  insertTotp,
  replaceRecoveryCodes,
  totpOf,
} from "../../store/log-in/totp.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import type { SecurityEvents } from "../audit/security-events.ts";
import type { KnownDevice } from "../credentials/passwords.ts";
import type { Attempts } from "../throttling/attempts.ts";

const STEP_SECONDS = 30;
const DIGITS = /^\d{6}$/;
/** Crockford's letters: none looks like another. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

export interface SecondStepDeps {
  db: Db;
  clock: Clock;
  /** Wrong codes, by person, and apart from others' by browser where the person has logged in before. */
  codeAttempts: Attempts;
  security: SecurityEvents;
}

export interface SentCode {
  userId: string;
  code: string;
  /** Network address of the caller. */
  address: string;
  device: KnownDevice | null;
}

/** Loaded with the first code: it takes 15 ms and 8 MB, which a start need not. */
function otp(): typeof import("otplib") {
  return require("otplib");
}

/** Base 32, as apps take it. */
export function newTotpSecret(): string {
  return otp().generateSecret();
}

/** The address in a QR code. */
export function totpUri(secret: string, email: string): string {
  return otp().generateURI({ issuer: "tiro", label: email, secret });
}

/**
 * Turns the second step on and returns the recovery codes, which can be read this once.
 * @throws TiroError `invalid_request` (param `code`) if the app's code does not fit the secret.
 */
export function enableTotp(deps: ChangeDeps, userId: string, secret: string, code: string): string[] {
  const { db, clock } = deps;
  const lastStep = stepOf(secret, code, clock);
  if (lastStep === null) {
    const fault = personFault("code_wrong");
    throw new TiroError("invalid_request", fault, { issues: [issueFor("code", fault)] });
  }
  const codes = newCodes();
  inTransaction(db, () => {
    deleteTotp(db, userId);
    insertTotp(db, userId, { secret, lastStep }, clock.now());
    replaceRecoveryCodes(db, userId, codes.map(hashCode));
    recordAudit(deps, "user.second_step_enabled", userId);
  });
  return codes;
}

/** Returns whether it was on. */
export function disableTotp(deps: ChangeDeps, userId: string): boolean {
  return inTransaction(deps.db, () => {
    const was = deleteTotp(deps.db, userId);
    if (was) recordAudit(deps, "user.second_step_disabled", userId);
    return was;
  });
}

/** New recovery codes in the place of those that are left. */
export function renewRecoveryCodes(deps: ChangeDeps, userId: string): string[] {
  const codes = newCodes();
  inTransaction(deps.db, () => {
    replaceRecoveryCodes(deps.db, userId, codes.map(hashCode));
    recordAudit(deps, "user.recovery_codes_renewed", userId);
  });
  return codes;
}

/**
 * Takes a code, once, and returns what it was; null if it is wrong or was used.
 * @throws TiroError `rate_limit_exceeded` after too many wrong ones, also for the right one then.
 */
export async function takeSecondStep(
  deps: SecondStepDeps,
  { userId, code: sent, address, device }: SentCode,
): Promise<"totp" | "recovery_code" | null> {
  const { db, clock, codeAttempts, security } = deps;
  const counted = device?.userId === userId ? device.id : userId;
  try {
    codeAttempts.begin(counted);
  } catch (error) {
    security.note("user.second_step_locked", { target: userId, address });
    throw error;
  }
  const code = sent.replace(/[\s-]/g, "").toLowerCase();
  const taken = await transact(db, () => {
    const totp = totpOf(db, userId);
    if (totp === null) return null;
    const step = stepOf(totp.secret, code, clock);
    if (step !== null) return consumeTotpStep(db, userId, step) ? "totp" : null;
    return consumeRecoveryCode(db, userId, hashCode(code)) ? "recovery_code" : null;
  });
  if (taken !== null) codeAttempts.forget(counted);
  else security.note("user.second_step_failed", { target: userId, address });
  return taken;
}

/** The time step whose code it is, within one before and after now; null if it is none. */
function stepOf(secret: string, code: string, clock: Clock): number | null {
  const token = code.replace(/\s/g, "");
  if (!DIGITS.test(token)) return null;
  const epoch = Math.floor(clock.now() / 1000);
  const result = otp().verifySync({
    secret,
    token,
    epoch,
    period: STEP_SECONDS,
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}

/** 16 letters of 32 each are 80 bits, so that a fast hash keeps them. */
function newCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const letters = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => LETTERS[byte % 32])
      .join("");
    return letters.replace(/(.{4})(?=.)/g, "$1-");
  });
}

function hashCode(code: string): Uint8Array {
  return hashSecret(code.replaceAll("-", ""));
}
