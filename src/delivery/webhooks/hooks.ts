/** Hooks: set, listed, removed, given new secrets. The triggers of their table decide who gets which event. */
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { inTransaction } from "../../store/db.ts";
import {
  deleteWebhook,
  insertWebhook,
  setWebhookSecrets,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  webhookById,
  webhookSecrets,
  webhooksOf,
} from "../../store/delivery/webhooks.ts";
import { type AddressRules, requireHookUrl } from "./address.ts";
import { newHookSecret } from "./signature.ts";

/** Events for an organization's hooks, and for the installation's. */
export const ORGANIZATION_EVENTS = WEBHOOK_EVENTS.filter((event) => event !== "backup.failed");
const INSTALLATION_EVENTS: readonly WebhookEvent[] = ["invoice.issued", "person.disabled", "backup.failed"];

/** In the audit log, what the installation's own hooks are about. */
const INSTALLATION = "installation";

export interface NewHook {
  /** Null: the installation's. */
  organizationId: string | null;
  url: string;
  events: readonly WebhookEvent[];
  withResult: boolean;
}

/**
 * Its secret is returned this once.
 * @throws TiroError `invalid_request` if a field is not valid, the host is not allowed, or there are too many.
 */
export function addHook(
  deps: ChangeDeps,
  rules: AddressRules,
  { organizationId, url, events, withResult }: NewHook,
): { hook: Webhook; secret: string } {
  const { db, clock } = deps;
  const href = requireHookUrl(rules, url).href;
  const possible = organizationId === null ? INSTALLATION_EVENTS : ORGANIZATION_EVENTS;
  const wrong = events.find((event) => !possible.includes(event));
  if (events.length === 0 || wrong !== undefined)
    throw new TiroError("invalid_request", `A webhook here can be called for ${possible.join(", ")}.`, {
      param: "events",
    });
  const secret = newHookSecret();
  const chosen = WEBHOOK_EVENTS.filter((event) => events.includes(event));
  const hook = {
    id: newId("whk"),
    organizationId,
    url: href,
    events: chosen,
    withResult,
    createdAt: clock.now(),
  };
  return inTransaction(db, () => {
    if (webhooksOf(db, organizationId).length >= limits.webhooksPerOrganization)
      throw new TiroError(
        "invalid_request",
        `There can be at most ${limits.webhooksPerOrganization} webhooks.`,
      );
    insertWebhook(db, hook, { current: secret, previous: null });
    const details = { webhook: hook.id, host: new URL(href).host, events: chosen, with_result: withResult };
    recordAudit(deps, "webhook.added", organizationId ?? INSTALLATION, details);
    return { hook, secret };
  });
}

/** @throws TiroError `webhook_not_found` if it is not one of theirs. */
export function removeHook(deps: ChangeDeps, organizationId: string | null, id: string): void {
  const { db } = deps;
  inTransaction(db, () => {
    requireHook(deps, organizationId, id);
    deleteWebhook(db, id);
    recordAudit(deps, "webhook.removed", organizationId ?? INSTALLATION, { webhook: id });
  });
}

/** A new secret, this once; the one before signs too for a day. @throws TiroError as `removeHook`. */
export function renewHookSecret(deps: ChangeDeps, organizationId: string | null, id: string): string {
  const { db, clock } = deps;
  const current = newHookSecret();
  inTransaction(db, () => {
    requireHook(deps, organizationId, id);
    const before = webhookSecrets(db, id);
    const until = clock.now() + limits.webhookSecretOverlapMs;
    setWebhookSecrets(db, id, { current, previous: before && { secret: before.current, until } });
    recordAudit(deps, "webhook.secret_renewed", organizationId ?? INSTALLATION, { webhook: id });
  });
  return current;
}

function requireHook({ db }: Pick<ChangeDeps, "db">, organizationId: string | null, id: string): Webhook {
  const hook = webhookById(db, id);
  if (hook !== null && hook.organizationId === organizationId) return hook;
  throw new TiroError("webhook_not_found", "There is no webhook with this id.", { param: "webhook" });
}
