/** A person's passkeys: make one, look at them, remove one. */
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { BrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import {
  addPasskey,
  canHavePasskeys,
  listPasskeys,
  passkeyCreation,
  removePasskey,
} from "../../accounts/log-in/passkeys.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { html, type Markup } from "../../lib/html.ts";
import { text } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import { formBody, jsonBody, jsonOf, pageOperation } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { inReadersLanguage } from "../frame/failure.ts";
import { buttonForm, hiddenField, ownFields } from "../frame/fields.ts";
import { timeMarkup } from "../frame/formats.ts";
import { PASSKEY_SCRIPT, passkeyForm } from "../frame/passkey-form.ts";
import { personPage } from "../frame/person-page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf } from "../frame/reader.ts";
import { type LogInDeps, logInCookie } from "../log-in/log-in-step.ts";
import { accountMessages } from "../messages/account.ts";
import { fieldMessages } from "../messages/fields.ts";

const PATH = "/account/passkeys";
const PURPOSE = "passkey-creation";

const creationSchema = z.strictObject({
  response: z.looseObject({ id: z.string() }),
  name: text(1, limits.passkeyNameChars),
  next: z.literal(""),
});

interface Creation {
  userId: string;
  challenge: string;
}

export function passkeysPageRoutes(deps: LogInDeps): PersonRoute[] {
  const routes = [
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showPasskeys", "A person's passkeys", [200, 303]),
      (exchange) => show(deps, exchange),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/options`,
      pageOperation(
        "askNewPasskey",
        "What a device needs to make a passkey (WebAuthn)",
        [303, 400, 403, 413, 415],
        { body: jsonBody(z.looseObject({})), answers: { 200: jsonOf("The options.", z.looseObject({})) } },
      ),
      async ({ publicUrl }, user) => {
        const options = await passkeyCreation(deps.db, publicUrl, user);
        const creation: Creation = { userId: user.id, challenge: options.challenge };
        const answer = jsonAnswer(200, options);
        const sealed = deps.states.seal(PURPOSE, creation);
        answer.headers.append("Set-Cookie", logInCookie(deps.publicUrl).set(sealed));
        return answer;
      },
    ),
    personRoute(
      deps,
      "POST",
      PATH,
      pageOperation("addPasskey", "Keep the passkey of a device's answer", [303, 400, 403, 413, 415], {
        body: jsonBody(creationSchema),
        answers: { 200: jsonOf("Done: where to go on.", z.looseObject({})) },
      }),
      (exchange, user) => inReadersLanguage(exchange, () => create(deps, exchange, user.id)),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/remove`,
      pageOperation("removePasskey", "Remove a passkey", [303, 403], { body: formBody() }),
      (exchange, user) => {
        removePasskey(changesOf(deps, exchange), user.id, exchange.form.get("id") ?? "");
        return redirectAnswer(PATH);
      },
    ),
  ];
  return routes.map((route) => ({ ...route, beforeSecondStep: true }));
}

async function create(deps: LogInDeps, exchange: PersonExchange, userId: string): Promise<Response> {
  const { response, name } = await readJson(exchange.request, creationSchema);
  const cookie = logInCookie(deps.publicUrl);
  const creation = deps.states.openOnce<Creation>(PURPOSE, cookie.read(exchange.request));
  if (creation?.userId !== userId)
    throw new TiroError("invalid_request", "This took too long. Reload the page and start again.");
  const { challenge } = creation;
  const made = { response: response as unknown as RegistrationResponseJSON, challenge, name };
  await addPasskey({ ...changesOf(deps, exchange), publicUrl: exchange.publicUrl }, userId, made);
  const answer = jsonAnswer(200, { location: PATH });
  answer.headers.append("Set-Cookie", cookie.clear());
  return answer;
}

function show({ db }: LogInDeps, exchange: PersonExchange): Response {
  const language = languageOf(exchange);
  const messages = accountMessages[language];
  const { logIn, publicUrl } = exchange;
  const passkeys = listPasskeys(db, logIn.userId).map(({ id, name, createdAt, lastUsedAt }) => {
    const used =
      lastUsedAt === null
        ? html`${messages.neverUsed}`
        : html`${messages.lastUsedAt} ${timeMarkup(language, lastUsedAt)}`;
    const remove = buttonForm(logIn, `${PATH}/remove`, messages.remove, {
      hidden: hiddenField("id", id),
      label: messages.removeOf(name),
      kind: "destroy small",
    });
    return html`<li><h2 class="title">${name}</h2><div class="side-note">${remove}</div>
<p class="facts whole"><span>${messages.createdAt} ${timeMarkup(language, createdAt)}</span><span>${used}</span></p></li>
`;
  });
  const canHave = canHavePasskeys(publicUrl);
  const body = html`${passkeys.length === 0 ? "" : html`<ul class="ledger">\n${passkeys}</ul>`}
<section>
<div class="section-head"><h2>${messages.newPasskey}</h2></div>
${canHave ? newPasskey(logIn, language) : html`<p>${messages.needsHostName}</p>`}
</section>`;
  return personPage(exchange, {
    title: messages.passkeys,
    lead: messages.passkeysLead,
    body,
    ...(canHave && { script: PASSKEY_SCRIPT }),
  });
}

function newPasskey(logIn: BrowserSession, language: InterfaceLanguage): Markup {
  const { passkeyName, createPasskey } = accountMessages[language];
  const fields = html`${ownFields(logIn)}<div class="field">
<label for="name">${fieldMessages[language].name}</label>
<p class="hint" id="name-hint">${passkeyName}</p>
<input id="name" name="name" class="input" type="text" autocomplete="off" required maxlength="${limits.passkeyNameChars}" aria-describedby="name-hint">
</div>
`;
  return passkeyForm(language, { does: "create", action: PATH, label: createPasskey, fields });
}
