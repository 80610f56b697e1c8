/** A code from an app as the second step of the person's log-in. */
import { z } from "zod";
import { beginEnrolment, enrolmentOf, finishEnrolment } from "../../accounts/log-in/second-step-enrolment.ts";
import {
  disableTotp,
  renewRecoveryCodes,
  type SecondStepDeps,
  takeSecondStep,
} from "../../accounts/log-in/totp.ts";
import { findUser } from "../../accounts/people/users.ts";
import { invalidRequest, TiroError } from "../../lib/errors.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { deviceOf, type EnterDeps } from "../../web/enter.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changed, changesOf, changing } from "../../web/person.ts";
import { qrSvg } from "../../web/qr-code.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export type SecondStepRouteDeps = EnterDeps & SecondStepDeps;

const Enrolment = z.object({
  object: z.literal("second_step_enrolment"),
  secret: z.string().describe("Base 32, for apps into which it is typed."),
  qr_code: z.string().describe("An SVG image for apps that scan it."),
  enrolment: z.string().describe("To be sent back with a code from the app."),
});

const RecoveryCodes = z.object({
  object: z.literal("recovery_codes"),
  recovery_codes: z.array(z.string()).describe("Each works once; they are not shown again."),
});

const enableSchema = z.strictObject({ enrolment: z.string(), code: z.string() });
const codeSchema = z.strictObject({ code: z.string().describe("From the app, or a recovery code.") });

export function secondStepRoutes(deps: SecondStepRouteDeps): PersonRoute[] {
  return [
    personApi("POST /v1/me/second-step/enrolment", {
      id: "beginSecondStep",
      summary: "A secret for an authenticator app (TOTP)",
      description: "Nothing is stored until a code of the app comes back.",
      answers: { 200: jsonOf("For ten minutes.", Enrolment) },
      errors: ["invalid_request"],
      handle: (exchange) => begin(deps, exchange),
    }),
    personApi("PUT /v1/me/second-step", {
      id: "turnOnSecondStep",
      summary: "Turn on the second step of your log-in",
      body: jsonBody(enableSchema),
      answers: { 200: jsonOf("It is on.", RecoveryCodes) },
      handle: (exchange) => enable(deps, exchange),
    }),
    personApi("POST /v1/me/second-step/recovery-codes", {
      id: "renewSecondStepCodes",
      summary: "Make new recovery codes",
      description: "The old ones stop working.",
      answers: { 200: jsonOf("The new ones.", RecoveryCodes) },
      errors: ["invalid_request"],
      handle: async (exchange) => {
        const { userId } = exchange.logIn;
        if (!hasTotp(deps.db, userId)) throw new TiroError("invalid_request", "Your second step is off.");
        return codesAnswer(await changing(deps, exchange, (changes) => renewRecoveryCodes(changes, userId)));
      },
    }),
    personApi("POST /v1/me/second-step/turn-off", {
      id: "turnOffSecondStep",
      summary: "Turn off the second step of your log-in",
      description: "With a code of it, because the browser may have been left open.",
      body: jsonBody(codeSchema),
      answers: { 204: { description: "It is off, now or before." } },
      errors: ["rate_limit_exceeded"],
      handle: (exchange) => disable(deps, exchange),
    }),
  ];
}

async function begin(
  { db, states }: SecondStepRouteDeps,
  { logIn: { userId } }: PersonExchange,
): Promise<Response> {
  if (hasTotp(db, userId)) throw new TiroError("invalid_request", "Your second step is on already.");
  const { secret, uri, sealed } = beginEnrolment(states, findUser(db, userId));
  return jsonAnswer(200, {
    object: "second_step_enrolment",
    secret,
    qr_code: await qrSvg(uri),
    enrolment: sealed,
  });
}

async function enable(deps: SecondStepRouteDeps, exchange: PersonExchange): Promise<Response> {
  const user = findUser(deps.db, exchange.logIn.userId);
  const { enrolment, code } = await readJson(exchange.request, enableSchema);
  const begun = enrolmentOf(deps.states, user, enrolment);
  return codesAnswer(await finishEnrolment(changesOf(deps, exchange), user.id, begun, code));
}

/** A fresh log-in may be somebody else's, at a browser that was left open: the holder of the second step shows it. */
async function disable(deps: SecondStepRouteDeps, exchange: PersonExchange): Promise<Response> {
  const { userId } = exchange.logIn;
  const { code } = await readJson(exchange.request, codeSchema);
  if (!hasTotp(deps.db, userId)) return new Response(null, { status: 204 });
  const sent = { userId, code, address: exchange.address(), device: deviceOf(deps, exchange) };
  if ((await takeSecondStep(deps, sent)) === null)
    throw invalidRequest([{ param: "code", message: "This code is wrong, or was used before." }]);
  return changed(deps, exchange, (changes) => disableTotp(changes, userId));
}

function codesAnswer(codes: readonly string[]): Response {
  return jsonAnswer(200, { object: "recovery_codes", recovery_codes: codes });
}
