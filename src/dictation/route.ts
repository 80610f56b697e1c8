/**
 * The scope of a person's idempotency keys: an organization's key acts for many people, whose keys must not meet, and
 * the answers hold their text.
 */
export function dictationRoute(userId: string): string {
  return `POST /dictations ${userId}`;
}
