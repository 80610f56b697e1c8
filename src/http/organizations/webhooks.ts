import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { AddressRules } from "../../delivery/webhooks/address.ts";
import { addHook, ORGANIZATION_EVENTS, removeHook, renewHookSecret } from "../../delivery/webhooks/hooks.ts";
import { isoTime, oneOf, text } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type Webhook, webhooksOf } from "../../store/delivery/webhooks.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

const WebhookBody = z.object({
  id: z.string().describe("`whk_…`"),
  object: z.literal("webhook"),
  url: z.string(),
  events: z.array(z.enum(ORGANIZATION_EVENTS)),
  with_result: z.boolean().describe("Whether the call for a job's end includes its result."),
  created_at: isoTime,
});

const WebhookSecret = z.object({
  secret: z.string().describe("`whsec_…`, this once: it is kept sealed."),
});

const WebhookList = z.object({
  object: z.literal("list"),
  data: z.array(WebhookBody),
  limit: z.int().describe("How many the organization may have."),
});

const newWebhookSchema = z.strictObject({
  url: text(1, limits.webhookUrlChars),
  events: z
    .array(oneOf(ORGANIZATION_EVENTS), "must be a list of events")
    .min(1, "must have one event at least"),
  with_result: z
    .boolean("must be true or false")
    .default(false)
    .describe("Never under zero retention, and not for results over 1 MiB."),
});

const parts = { webhook: z.string().describe("`whk_…`") };
const EXAMPLE = { url: "https://hooks.example.com/tiro", events: ["job.succeeded", "job.failed"] };

export function webhookRoutes(deps: PersonDeps & { config: AddressRules }): PersonRoute[] {
  const { db } = deps;
  return [
    organizationRoute(deps, "webhooks.read", "GET /webhooks", {
      id: "listWebhooks",
      summary: "The organization's webhooks",
      answers: { 200: jsonOf("All of them, the oldest first.", WebhookList) },
      handle: (_exchange, { organization }) => {
        const data = webhooksOf(db, organization.id).map(bodyOf);
        return jsonAnswer(200, { object: "list", data, limit: limits.webhooksPerOrganization });
      },
    }),
    organizationRoute(deps, "webhooks.change", "POST /webhooks", {
      id: "createWebhook",
      summary: "Set a webhook of the organization",
      description: "Calls are signed as Standard Webhooks has it. The answer alone has the secret.",
      body: jsonBody(newWebhookSchema, EXAMPLE),
      answers: { 201: jsonOf("The webhook.", WebhookBody.extend(WebhookSecret.shape)) },
      handle: async (exchange, { organization }) => {
        const body = await readJson(exchange.request, newWebhookSchema);
        const { url, events, with_result: withResult } = body;
        const input = { organizationId: organization.id, url, events, withResult };
        const { hook, secret } = await changing(deps, exchange, (changes) =>
          addHook(changes, deps.config, input),
        );
        return jsonAnswer(201, { ...bodyOf(hook), secret });
      },
    }),
    organizationRoute(deps, "webhooks.change", "POST /webhooks/:webhook/secret", {
      parts,
      id: "renewWebhookSecret",
      summary: "Give a webhook a new secret",
      description: "For a day calls are signed with the new secret and with the one before.",
      answers: { 200: jsonOf("The new secret.", WebhookSecret) },
      errors: ["webhook_not_found"],
      handle: async (exchange, { organization }) => {
        const id = exchange.params.webhook ?? "";
        const secret = await changing(deps, exchange, (changes) =>
          renewHookSecret(changes, organization.id, id),
        );
        return jsonAnswer(200, { secret });
      },
    }),
    organizationRoute(deps, "webhooks.change", "DELETE /webhooks/:webhook", {
      parts,
      id: "removeWebhook",
      summary: "Remove a webhook of the organization",
      answers: { 204: { description: "Removed. Waiting calls are dropped." } },
      errors: ["webhook_not_found"],
      handle: async (exchange, { organization }) => {
        const id = exchange.params.webhook ?? "";
        return changed(deps, exchange, (changes) => removeHook(changes, organization.id, id));
      },
    }),
  ];
}

function bodyOf(hook: Webhook) {
  return { object: "webhook" as const, ...wireForm(hook, "id", "url", "events", "withResult", "createdAt") };
}
