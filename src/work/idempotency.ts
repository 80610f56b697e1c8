/**
 * One request, one effect: a key that was answered is answered the same again, a key whose first call still runs
 * joins it, and a key that comes with other content is refused. Only success uses a key up; its answer is stored
 * in the transaction that stores the result, so a crash before it leaves nothing.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Db } from "../store/db.ts";
import {
  type IdempotencyScope,
  idempotencyRow,
  insertAnswer,
  type StoredAnswer,
} from "../store/work/idempotency.ts";
import { RememberedAnswers } from "./remembered-answers.ts";
import type { Answer } from "./request.ts";

/** A call that carries a key. */
export interface Claim {
  scope: IdempotencyScope;
  /** SHA-256 of what counts as the call's content, lower-case hex. */
  fingerprint: string;
  /** The same content as a live stream that used the key would have said it. */
  liveFingerprint?: () => string;
}

/** Waits for the first call's answer, for as long as this call's own deadline and caller allow. */
export type Join = (signal: AbortSignal) => Promise<Answer>;

/** The parsed fields in canonical order and the file's content; its name, the boundary and headers do not count. */
export function fingerprintOf(parameters: object, fileSha256: string): string {
  const fields = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([fields, fileSha256])).digest("hex");
}

export class Idempotency {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #running = new Map<string, { fingerprint: string; join: Join }>();
  readonly #remembered: RememberedAnswers<StoredAnswer & { fingerprint: string }>;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#remembered = new RememberedAnswers(clock);
  }

  /**
   * How to get the answer of an earlier call with this key, or null if there was none.
   * @param joinJob joins the work of a stored job that will answer the key.
   * @throws TiroError `idempotency_conflict`
   */
  earlier(claim: Claim, joinJob: (jobId: string) => Join | null): Join | null {
    const running = this.#running.get(nameOf(claim.scope));
    if (running) {
      assertSameContent(running.fingerprint, claim);
      return replaying(running.join);
    }
    const remembered = this.#remembered.get(nameOf(claim.scope));
    if (remembered) {
      const { fingerprint, ...answer } = remembered;
      assertSameContent(fingerprint, claim);
      return replaying(async () => ({ ...answer, replayed: true }));
    }
    const row = idempotencyRow(this.#db, claim.scope, this.#clock.forAges());
    if (!row) return null;
    assertSameContent(row.fingerprint, claim);
    const { answer } = row;
    if (answer) return replaying(async () => ({ ...answer, replayed: true }));
    const join = row.jobId === null ? null : joinJob(row.jobId);
    return join && replaying(join);
  }

  /** Lets calls with the same key join this one until it settles. */
  hold(claim: Claim, join: Join, until: Promise<unknown>): void {
    const name = nameOf(claim.scope);
    const entry = { fingerprint: claim.fingerprint, join };
    this.#running.set(name, entry);
    const release = () => {
      this.#running.delete(name);
    };
    until.then(release, release);
  }

  /** Stores the key's answer. Call it in the transaction of the effect. */
  answer(claim: Claim, answer: StoredAnswer): void {
    insertAnswer(this.#db, claim.scope, claim.fingerprint, answer, {
      nowMs: this.#clock.forAges(),
      expiresAt: this.expiresAt(),
    });
  }

  /**
   * Keeps the key's answer in memory only, if text may not reach the disk: a restart forgets it. Call it when the
   * effect is committed.
   */
  remember(claim: Claim, answer: StoredAnswer): void {
    const { fingerprint } = claim;
    this.#remembered.keep(nameOf(claim.scope), { ...answer, fingerprint }, this.expiresAt());
  }

  /** Until when an answer that is stored now can be had again, in milliseconds since the epoch. */
  expiresAt(): number {
    return this.#clock.now() + limits.idempotencyRetentionMs;
  }
}

function replaying(join: Join): Join {
  return async (signal) => ({ ...(await join(signal)), replayed: true });
}

function assertSameContent(fingerprint: string, claim: Claim): void {
  if (fingerprint === claim.fingerprint || fingerprint === claim.liveFingerprint?.()) return;
  throw new TiroError(
    "idempotency_conflict",
    "This Idempotency-Key was used with other fields or another file; use a new key for a new request.",
  );
}

function nameOf({ accountId, route, key }: IdempotencyScope): string {
  return JSON.stringify([accountId, route, key]);
}
