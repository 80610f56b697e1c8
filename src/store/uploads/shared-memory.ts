/**
 * Memory that the uploads of all parties share. A party may hold its share whenever there is room; beyond that it may
 * use what others leave, except for one share, which waits for newcomers. If a party within its share finds no room,
 * uploads that still arrive are given up: the slowest first, and those of parties beyond their share before all others.
 */
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";

export interface SharedMemoryOptions {
  /** For all uploads together, finished or not. */
  maxBytes: number;
  shareBytes: number;
  clock: Clock;
  retryAfterSeconds: number;
  /** For the operator, if there is too little. */
  hint: string;
}

/** Called when an upload is given up, with the error for its caller. Its memory counts as free from then on. */
export type GiveUp = (reason: TiroError) => void;

/** An upload younger than this is too young to be called slow. */
const JUDGED_AFTER_MS = 1_000;

export class SharedMemory {
  readonly #options: SharedMemoryOptions;
  readonly #reservations = new Set<Reservation>();
  readonly #heldBy = new Map<string, number>();
  #bytes = 0;

  constructor(options: SharedMemoryOptions) {
    this.#options = options;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  /** For one upload; give it back with `release`, whatever happens. */
  hold(party: string, giveUp: GiveUp): Reservation {
    const { clock } = this.#options;
    const beganAt = clock.monotonic();
    const count = (reservation: Reservation, bytes: number) => this.#count(reservation, bytes);
    const admit = (reservation: Reservation, bytes: number) => this.#admit(reservation, bytes);
    return new Reservation(party, { admit, count, giveUp, ageMs: () => clock.monotonic() - beganAt });
  }

  #count(reservation: Reservation, bytes: number): void {
    this.#bytes += bytes;
    const held = this.#held(reservation.party) + bytes;
    if (held === 0) this.#heldBy.delete(reservation.party);
    else this.#heldBy.set(reservation.party, held);
    if (reservation.bytes + bytes > 0) this.#reservations.add(reservation);
    else this.#reservations.delete(reservation);
  }

  #held(party: string): number {
    return this.#heldBy.get(party) ?? 0;
  }

  /** @throws TiroError `engine_unavailable` if there is no room and none can be made. */
  #admit(reservation: Reservation, bytes: number): void {
    const { maxBytes, shareBytes } = this.#options;
    const isWithinShare = this.#held(reservation.party) + bytes <= shareBytes;
    const bound = isWithinShare ? maxBytes : maxBytes - shareBytes;
    while (this.#bytes + bytes > bound) {
      const slowest = isWithinShare ? this.#slowestBefore(reservation) : undefined;
      if (!slowest) throw this.#full(isWithinShare);
      slowest.giveUp();
    }
  }

  #slowestBefore(reservation: Reservation): Reservation | undefined {
    const arriving = [...this.#reservations].filter((other) => other !== reservation && other.isArriving);
    const greedy = arriving.filter(({ party }) => this.#held(party) > this.#options.shareBytes);
    const candidates = greedy.length > 0 ? greedy : arriving.filter(({ rate }) => rate < reservation.rate);
    return candidates.sort((a, b) => a.rate - b.rate)[0];
  }

  #full(isWithinShare: boolean): TiroError {
    const { retryAfterSeconds, hint } = this.#options;
    const message = isWithinShare
      ? "Too many recordings are in memory; try again in a moment."
      : "Your account's recordings take as much memory as one account may have now; try again when one is finished.";
    return new TiroError("engine_unavailable", message, { retryAfterSeconds, hint });
  }
}

interface ReservationParts {
  admit(reservation: Reservation, bytes: number): void;
  count(reservation: Reservation, bytes: number): void;
  giveUp: GiveUp;
  ageMs(): number;
}

/** The memory of one upload. */
export class Reservation {
  readonly #parts: ReservationParts;
  #bytes = 0;
  #isArriving = true;
  #givenUp: TiroError | null = null;

  constructor(
    readonly party: string,
    parts: ReservationParts,
  ) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isArriving(): boolean {
    return this.#isArriving;
  }

  /** Bytes a millisecond since it began; those too young to judge are fast. */
  get rate(): number {
    const ageMs = this.#parts.ageMs();
    return ageMs < JUDGED_AFTER_MS ? Number.POSITIVE_INFINITY : this.#bytes / ageMs;
  }

  /** @throws TiroError `engine_unavailable` if there is no room; `upload_too_slow` if it was given up. */
  grow(bytes: number): void {
    if (this.#givenUp) throw this.#givenUp;
    this.#parts.admit(this, bytes);
    this.#parts.count(this, bytes);
    this.#bytes += bytes;
  }

  /** It arrived, and is given up no more. @throws TiroError `upload_too_slow` if it was given up before. */
  finish(): void {
    if (this.#givenUp) throw this.#givenUp;
    this.#isArriving = false;
  }

  giveUp(): void {
    this.#givenUp = new TiroError(
      "upload_too_slow",
      "The server's memory for recordings ran short, and this upload was given up because it was slow; send it again.",
    );
    this.release();
    this.#parts.giveUp(this.#givenUp);
  }

  /** Fine to call twice. */
  release(): void {
    this.#isArriving = false;
    this.#parts.count(this, -this.#bytes);
    this.#bytes = 0;
  }
}
