import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";
import { TiroError } from "./errors.ts";

const TAG_BYTES = 16;

export interface CursorBounds {
  /** Longer ones are refused unread. */
  cursorChars: number;
  cursorAgeMs: number;
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
