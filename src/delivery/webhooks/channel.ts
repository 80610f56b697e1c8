/** Webhooks as a way to send what waits. */
import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import { webhookById, webhookSecrets } from "../../store/delivery/webhooks.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { DeliveryFailure } from "../failure.ts";
import type { Channel } from "../outbox.ts";
import { type AddressRules, resolveHook } from "./address.ts";
import { callHook } from "./call.ts";
import { type PayloadDeps, payloadOf } from "./payload.ts";
import { signatureHeaders } from "./signature.ts";

export interface WebhookDeps {
  db: Db;
  clock: Clock;
  config: AddressRules & PayloadDeps["config"];
}

const GONE = 410;
const TOO_MANY_REQUESTS = 429;

export function webhookChannel({ db, clock, config }: WebhookDeps): Channel {
  return {
    name: "webhook",
    deliver: async (delivery, signal) => {
      const hook = webhookById(db, delivery.lane);
      const secrets = hook && webhookSecrets(db, hook.id);
      if (hook === null || secrets === null || isSilent(db, hook.organizationId)) return "dropped";
      const body = payloadOf({ db, config }, hook, delivery);
      if (body === null) return "dropped";
      const url = new URL(hook.url);
      const address = await resolveHook(config, url);
      const headers = signatureHeaders(secrets, { id: delivery.id, nowMs: clock.now(), body });
      const call = { url, address, headers, body, caFile: config.webhooks.ca_file };
      requireTaken(await callHook(call, signal));
      return "sent";
    },
  };
}

function isSilent(db: Db, organizationId: string | null): boolean {
  return organizationId !== null && organizationById(db, organizationId)?.disabledAt !== null;
}

/** @throws DeliveryFailure for everything but 2xx. */
function requireTaken(status: number): void {
  if (status >= 200 && status < 300) return;
  const said = `it answered ${status}`;
  if (status === GONE) throw new DeliveryFailure("refused", said, { isFinal: true, isOfOneAlone: true });
  if (status >= 300 && status < 400)
    throw new DeliveryFailure("refused", `${said}: redirects are not followed`);
  const isOfOneAlone = status < 500 && status !== TOO_MANY_REQUESTS;
  throw new DeliveryFailure(isOfOneAlone ? "refused" : "postponed", said, { isOfOneAlone });
}
