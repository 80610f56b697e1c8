import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";
import { TiroError } from "./errors.ts";

const TAG_BYTES = 16;

export interface CursorBounds {
  /** Longer ones are refused unread. */
  cursorChars: number;
  cursorAgeMs: number;
}

export interface CursorPage<Item> {
  items: Item[];
  /** As lists say it. */
  next: { has_more: boolean; next_cursor: string | null };
}

/**
 * Cursors of paged lists: opaque to clients, signed, bound to what was listed and to whom, and good for a limited
 * time. A cursor holds no secret: its position is only encoded.
 */
export class Cursors {
  readonly #secret: Uint8Array;
  readonly #clock: Pick<Clock, "now">;
  readonly #bounds: CursorBounds;

  constructor(secret: Uint8Array, clock: Pick<Clock, "now">, bounds: CursorBounds) {
    this.#secret = secret;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  /**
   * @param scope route, account and filters: a cursor works only if the very same are given again.
   * @param position anything that JSON can carry.
   */
  encode(scope: string, position: unknown): string {
    const payload = Buffer.from(JSON.stringify([this.#clock.now(), position]));
    return Buffer.concat([this.#tag(scope, payload), payload]).toString("base64url");
  }

  /** The position that `encode` was given. @throws `invalid_cursor`. */
  decode(scope: string, cursor: string): unknown {
    const bytes = Buffer.from(cursor.slice(0, this.#bounds.cursorChars), "base64url");
    const tag = bytes.subarray(0, TAG_BYTES);
    const payload = bytes.subarray(TAG_BYTES);
    // Decoding base64url forgives; only the very text that was handed out is taken.
    const unchanged = bytes.toString("base64url") === cursor && tag.length === TAG_BYTES;
    if (!unchanged || !timingSafeEqual(tag, this.#tag(scope, payload))) throw invalidCursor();
    const [issuedAtMs, position] = JSON.parse(payload.toString()) as [number, unknown];
    if (this.#clock.now() - issuedAtMs > this.#bounds.cursorAgeMs) throw invalidCursor();
    return position;
  }

  /**
   * The page of a list that was read with one more than asked for: that one shows whether another page follows.
   * @param positionOf where that page begins, of the last item of this one.
   */
  page<Item>(
    scope: string,
    found: readonly Item[],
    limit: number,
    positionOf: (last: Item) => unknown,
  ): CursorPage<Item> {
    const items = found.slice(0, limit);
    const last = found.length > limit ? items.at(-1) : undefined;
    const next = last === undefined ? null : this.encode(scope, positionOf(last));
    return { items, next: { has_more: next !== null, next_cursor: next } };
  }

  #tag(scope: string, payload: Uint8Array): Buffer {
    const hmac = createHmac("sha256", this.#secret).update(`${scope.length}:${scope}`).update(payload);
    return hmac.digest().subarray(0, TAG_BYTES);
  }
}

function invalidCursor(): TiroError {
  return new TiroError(
    "invalid_cursor",
    "The cursor was changed, has expired, or was made for another list; start again without one.",
    { param: "cursor" },
  );
}
