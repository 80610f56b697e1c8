import { existsSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { DeliveryFailure } from "../../delivery/failure.ts";
import { resolveHook } from "../../delivery/webhooks/address.ts";
import { callHook } from "../../delivery/webhooks/call.ts";
import { allWebhooks } from "../../store/delivery/webhooks.ts";
import { type SiteFlags, withDatabase } from "../support/site.ts";
import { type Finding, ok, warn } from "./check.ts";

/** Calls each host that has a hook, without a signature and without an event: any answer shows that it is reached. */
export async function checkWebhooks(config: Config, flags: SiteFlags): Promise<Finding> {
  if (config.webhooks.allow.length === 0) return ok("none allowed");
  const hooks = existsSync(join(config.data.dir, "tiro.db"))
    ? withDatabase(flags, { create: false }, ({ db }) => allWebhooks(db))
    : [];
  const urls = new Map(hooks.map(({ url }) => [new URL(url).origin, new URL(new URL(url).origin)]));
  const failed = (await Promise.all([...urls.values()].map((url) => problemOf(config, url)))).filter(
    (problem) => problem !== null,
  );
  if (failed.length === 0) return ok(`${urls.size} ${urls.size === 1 ? "host" : "hosts"} reached`);
  return warn(
    failed.join("; "),
    "See that the host runs, that webhooks.allow and webhooks.networks have it, and that webhooks.ca_file vouches for its certificate. Calls that wait are kept for three days.",
  );
}

async function problemOf(config: Config, url: URL): Promise<string | null> {
  const signal = AbortSignal.timeout(limits.webhookCallMs);
  try {
    const address = await resolveHook(config, url);
    await callHook({ url, address, headers: {}, body: "{}", caFile: config.webhooks.ca_file }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return `${url.host}: ${error.message}`;
  }
}
