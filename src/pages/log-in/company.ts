/** The log-in by the company's identity provider, and connecting it to an account that is there. */
import { z } from "zod";
import { enterBrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { isLinked, linkIdentity, unlinkIdentity, userOfIdentity } from "../../accounts/log-in/company.ts";
import { CompanyLogInRefused, noteCompanyRefusal } from "../../accounts/log-in/company-refusals.ts";
import {
  type CompanyIdentity,
  CompanyLogInFailed,
  type CompanyQuestion,
  type IdentityProvider,
} from "../../accounts/log-in/identity-provider.ts";
import { findUser } from "../../accounts/people/users.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { html } from "../../lib/html.ts";
import { personFault } from "../../lib/person-faults.ts";
import { whenWritable } from "../../store/database/write-lock.ts";
import { sessionCookie } from "../../web/cookies.ts";
import { enter } from "../../web/enter.ts";
import { formBody, pageOperation } from "../../web/operation.ts";
import { APP_PATH, ownPath } from "../../web/own-path.ts";
import { changesOf } from "../../web/person.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { Exchange, PersonExchange, PersonRoute, PublicRoute } from "../../web/route.ts";
import { buttonForm } from "../frame/fields.ts";
import { personPage } from "../frame/person-page.ts";
import { personRoute } from "../frame/person-route.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { logInMessages } from "../messages/log-in.ts";
import { companyRefusal } from "./company-refusal.ts";
import { connectByDirectory, connectForm, type DirectoryDeps, type NameForm } from "./directory.ts";
import { logInCookie, logInRoute, NEXT } from "./log-in-step.ts";

const PATH = "/account/company";
const PURPOSE = "company-log-in";

export interface CompanyPageDeps extends DirectoryDeps {
  /** Null if the site has none. */
  identityProvider: () => IdentityProvider | null;
}

const fromProvider = z.string().optional().describe("OpenID Connect.");

/** A question to the provider that is open in this browser. */
interface Asked {
  question: CompanyQuestion;
  next: string | null;
  /** The browser session whose person wants to connect the company account; null for a log-in. */
  connects: string | null;
}

export function companyRoutes(deps: CompanyPageDeps): (PublicRoute | PersonRoute)[] {
  return [
    logInRoute(
      deps,
      "GET",
      "/login/company",
      pageOperation("askCompany", "On to the company's identity provider (OpenID Connect)", [303, 404, 503], {
        query: {
          next: NEXT,
          again: z.string().optional().describe("Present: the person must prove themselves again."),
        },
      }),
      (exchange) => {
        const { searchParams } = new URL(exchange.request.url);
        const next = ownPath(searchParams.get("next"));
        return ask(deps, exchange, { next, connects: null, again: searchParams.has("again") });
      },
    ),
    logInRoute(
      deps,
      "GET",
      "/login/company/callback",
      pageOperation(
        "comeBackFromCompany",
        "Back from the company's identity provider",
        [303, 400, 403, 429, 503],
        { query: { code: fromProvider, state: fromProvider } },
      ),
      (exchange) => comeBack(deps, exchange),
    ),
    personRoute(
      deps,
      "GET",
      PATH,
      pageOperation("showCompanyAccount", "Page of the company account", [200, 303]),
      (exchange, { id }) => companyPage(deps, exchange, id),
    ),
    personRoute(
      deps,
      "GET",
      `${PATH}/connect`,
      pageOperation(
        "connectCompanyAccount",
        "Connect the company account, by the identity provider",
        [303, 404, 503],
      ),
      (exchange) => ask(deps, exchange, { next: PATH, connects: exchange.logIn.id, again: false }),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/connect`,
      pageOperation(
        "connectDirectoryAccount",
        "Connect the company account, by the directory's name and password",
        [303, 400, 403, 404, 429, 503],
        { body: formBody() },
      ),
      (exchange, user) =>
        connectByDirectory(deps, exchange, { user, page: PATH }, (again) =>
          companyPage(deps, exchange, user.id, again),
        ),
    ),
    personRoute(
      deps,
      "POST",
      `${PATH}/disconnect`,
      pageOperation("disconnectCompanyAccount", "Disconnect the company account", [303, 400, 403], {
        body: formBody(),
      }),
      (exchange, user) => {
        unlinkIdentity(changesOf(deps, exchange), deps.config.company_log_in, user);
        return redirectAnswer(PATH);
      },
    ),
  ];
}

async function ask(
  deps: CompanyPageDeps,
  exchange: Exchange,
  { again, ...asked }: Omit<Asked, "question"> & { again: boolean },
): Promise<Response> {
  return orFailure(deps, exchange, async () => {
    const maxAgeSeconds = again ? limits.freshLogInMs / 1000 : null;
    const { url, question } = await providerOf(deps).ask(exchange.publicUrl, maxAgeSeconds);
    const sealed = deps.states.seal(PURPOSE, { ...asked, question } satisfies Asked);
    return redirectAnswer(url, [logInCookie(deps.publicUrl).set(sealed)]);
  });
}

/** The person comes back from the provider. */
async function comeBack(deps: CompanyPageDeps, exchange: Exchange): Promise<Response> {
  const cookie = logInCookie(deps.publicUrl);
  const asked = deps.states.openOnce<Asked>(PURPOSE, cookie.read(exchange.request));
  const address = exchange.address();
  if (asked === null) {
    noteCompanyRefusal(deps.security, address, "question_expired");
    return companyRefusal(exchange, 400, ({ companyTooLong }) => companyTooLong);
  }
  const { request, publicUrl } = exchange;
  return orFailure(deps, exchange, async () => {
    const { search } = new URL(request.url);
    const identity = await providerOf(deps).identify({ publicUrl, search }, asked.question);
    const stale = staleProof(deps, exchange, asked.question, identity);
    if (stale !== null) {
      noteCompanyRefusal(deps.security, address, "proof_stale");
      return stale;
    }
    const { db, clock, config } = deps;
    const company = { db, clock, settings: config.company_log_in, address };
    if (asked.connects !== null) {
      const logIn = logInOf(deps, exchange, asked.connects);
      const actor = { id: logIn.userId, credential: logIn.id, address };
      const user = findUser(db, logIn.userId);
      await whenWritable(db, () => linkIdentity(company, { db, clock, actor }, user, identity));
      return redirectAnswer(PATH, [cookie.clear()]);
    }
    const user = await whenWritable(db, () => userOfIdentity(company, identity));
    // If the provider does not say when they proved themselves, it may be long ago.
    const authenticatedAt = identity.authenticatedAt ?? clock.now() - limits.freshLogInMs;
    const { issuer, subject, sid } = identity;
    const proof = { authenticatedAt, company: { issuer, subject, sid } };
    const cookies = [...(await enter(deps, exchange, user, ["company"], proof)), cookie.clear()];
    return redirectAnswer(asked.next ?? APP_PATH, cookies);
  });
}

/** Who was to prove themselves again and did not, as far as the provider says, stays as they were. */
function staleProof(
  { clock, config }: CompanyPageDeps,
  reading: Reading,
  { maxAgeSeconds }: CompanyQuestion,
  { authenticatedAt }: CompanyIdentity,
): Response | null {
  if (maxAgeSeconds === null) return null;
  const { label } = config.company_log_in;
  if (authenticatedAt === null)
    return companyRefusal(reading, 403, ({ companyNoTime }) => companyNoTime(label));
  const isFresh = clock.now() - authenticatedAt < maxAgeSeconds * 1000 + limits.companyClockSkewMs;
  return isFresh ? null : companyRefusal(reading, 403, ({ companyNotAgain }) => companyNotAgain(label));
}

/** @throws TiroError `route_not_found` if the site has none. */
function providerOf({ identityProvider }: CompanyPageDeps): IdentityProvider {
  const provider = identityProvider();
  if (provider !== null) return provider;
  throw new TiroError("route_not_found", personFault("no_company_log_in"));
}

/** Who connects must still be the one who began to. */
function logInOf(deps: CompanyPageDeps, { request }: Exchange, id: string) {
  const token = sessionCookie(deps.publicUrl).read(request);
  const logIn = token === null ? null : enterBrowserSession(deps, token);
  if (logIn?.id === id) return logIn;
  throw new TiroError("invalid_request", personFault("session_changed"));
}

async function orFailure(
  deps: CompanyPageDeps,
  exchange: Exchange,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    const address = exchange.address();
    if (error instanceof CompanyLogInRefused) noteCompanyRefusal(deps.security, address, error.reason);
    if (!(error instanceof CompanyLogInFailed)) throw error;
    deps.logger.warn("company_log_in_failed", { code: error.message, unreachable: error.unreachable });
    noteCompanyRefusal(deps.security, address, error.unreachable ? "provider_silent" : "provider_refused");
    if (error.unreachable) return companyRefusal(exchange, 503, ({ companySilent }) => companySilent);
    return companyRefusal(exchange, 403, ({ companyRefused }) => companyRefused);
  }
}

function companyPage(
  { db, config }: CompanyPageDeps,
  exchange: PersonExchange,
  userId: string,
  again?: NameForm,
): Response {
  const { label } = config.company_log_in;
  const messages = logInMessages[languageOf(exchange)];
  const way =
    config.ldap.server === undefined
      ? html`<p><a class="button primary" href="${PATH}/connect">${messages.connect(label)}</a></p>`
      : connectForm(exchange, `${PATH}/connect`, messages.connect(label), again);
  const body = isLinked(db, userId)
    ? html`<p>${messages.companyOn(label)}</p>
${buttonForm(exchange.logIn, `${PATH}/disconnect`, messages.disconnect)}`
    : html`<p>${messages.companyOff(label)}</p>
${way}`;
  return personPage(exchange, { title: messages.company, body, status: again === undefined ? 200 : 400 });
}
