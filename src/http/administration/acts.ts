/** Acts on the whole installation. */
import { z } from "zod";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import { limits } from "../../config/limits.ts";
import { DeliveryFailure } from "../../delivery/failure.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime, text } from "../../lib/wire.ts";
import { transact } from "../../store/database/write-lock.ts";
import { deliveryFigures } from "../../store/delivery/deliveries.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { confirmTheClock } from "../../work/confirm-clock.ts";
import { administrationRoute } from "./administration-route.ts";

const testSchema = z.strictObject({ to: text(1, limits.emailChars).describe("An e-mail address.") });
const MailTest = z.object({
  object: z.literal("mail_test"),
  sent: z.boolean().describe("Whether the mail server took the message."),
  error: z.string().nullable().describe("Why it did not."),
});
const ClockConfirmation = z.object({
  object: z.literal("clock_confirmation"),
  confirmed_at: isoTime,
  withheld_seconds: z.int().describe("Not counted in the age of what is stored until now."),
});
const WaitingDeliveries = z.object({
  object: z.literal("list"),
  data: z.array(
    z.object({
      lane: z.string().describe("`mail`, or the id of a webhook."),
      waiting: z.int(),
      oldest_at: isoTime,
    }),
  ),
});

export interface ActDeps extends PersonDeps {
  testMail: (address: string) => Promise<{ to: string; server: string }>;
}

export function actRoutes(deps: ActDeps): PersonRoute[] {
  return [mailTestRoute(deps), deliveriesRoute(deps), clockRoute(deps)];
}

function mailTestRoute(deps: ActDeps): PersonRoute {
  const { db, testMail } = deps;
  return administrationRoute(deps, "mail.test", "POST /mail/test", {
    id: "sendTestMail",
    summary: "Send a test message at once, past the queue",
    body: jsonBody(testSchema),
    answers: { 200: jsonOf("The mail server's answer.", MailTest) },
    errors: ["invalid_request"],
    handle: async (exchange) => {
      const { to } = await readJson(exchange.request, testSchema);
      const error = await failureOf(() => testMail(to));
      const changes = changesOf(deps, exchange);
      await transact(db, () => recordAudit(changes, "mail.tested", "mail", { sent: error === null }));
      const body: z.infer<typeof MailTest> = { object: "mail_test", sent: error === null, error };
      return jsonAnswer(200, body);
    },
  });
}

async function failureOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof DeliveryFailure) return error.message;
    throw error;
  }
}

function deliveriesRoute(deps: ActDeps): PersonRoute {
  return administrationRoute(deps, "server.read", "GET /deliveries", {
    id: "listWaitingDeliveries",
    summary: "Messages that wait to be sent, by mail and to webhooks",
    answers: { 200: jsonOf("By destination.", WaitingDeliveries) },
    handle: () => {
      const data = deliveryFigures(deps.db).map(({ lane, waiting, oldestAt }) => {
        return { lane, waiting, oldest_at: toIsoTime(oldestAt) };
      });
      return jsonAnswer(200, { object: "list", data } satisfies z.infer<typeof WaitingDeliveries>);
    },
  });
}

function clockRoute(deps: PersonDeps): PersonRoute {
  return administrationRoute(deps, "clock.confirm", "POST /clock/confirm", {
    id: "confirmClock",
    summary: "Say that the machine's clock is right now",
    description:
      "After a jump forward nothing expires because of it until then. Content past its retention by the clock is deleted soon after.",
    answers: { 200: jsonOf("Since when it counts.", ClockConfirmation) },
    handle: async (exchange) => {
      const { confirmedAt, withheldSeconds } = await changing(deps, exchange, (changes) =>
        confirmTheClock(changes),
      );
      const body: z.infer<typeof ClockConfirmation> = {
        object: "clock_confirmation",
        confirmed_at: toIsoTime(confirmedAt),
        withheld_seconds: withheldSeconds,
      };
      return jsonAnswer(200, body);
    },
  });
}
