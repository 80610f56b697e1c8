/** Signatures of Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, time and body. */
import { createHmac } from "node:crypto";
import type { WebhookSecrets } from "../../store/delivery/webhooks.ts";

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

export function newHookSecret(): string {
  return `${SECRET_PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64")}`;
}

/** For every secret that counts now, the newest first. */
export function signatureHeaders(
  { current, previous }: WebhookSecrets,
  { id, nowMs, body }: { id: string; nowMs: number; body: string },
): Record<string, string> {
  const timestamp = Math.floor(nowMs / 1000);
  const secrets = previous !== null && previous.until > nowMs ? [current, previous.secret] : [current];
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signed.join(" "),
  };
}
