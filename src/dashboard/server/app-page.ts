/** The one page of the app: the browser fills it. */
import { type CredentialChange, credentialChanges } from "../../accounts/audit/credential-changes.ts";
import type { BrowserSession } from "../../accounts/credentials/browser-sessions.ts";
import { findUser } from "../../accounts/people/users.ts";
import { policyRevision } from "../../accounts/policies/policy-revision.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { Db } from "../../store/db.ts";
import { textAnswer } from "../../web/answers.ts";
import { interfaceLanguage } from "../../web/language.ts";
import type { PersonExchange } from "../../web/route.ts";
import { themeOf } from "../../web/theme.ts";
import type { AppAssets } from "./assets.ts";

/** The page's headers for the browser. */
interface AppSession {
  person: { id: string; name: string };
  policy_revision: string;
  csrf_token: string;
  /** Of the interface. */
  language: InterfaceLanguage;
  /** The operator's name for the product. */
  product: string;
  /** The operator's logo, an address of this server. */
  logo: string | null;
  version: string;
  /** Codes of the languages that an installed pack recognizes. */
  recognized_languages: readonly string[];
  /** Of the person's ways to log in. */
  credential_changes: CredentialChange[];
  /** What `GET /v1/me/profile` answers: what every page waits for is there with it. */
  profile: unknown;
  /** As `GET /v1/sessions` answers, on pages that begin with them; null on others, and where there are none. */
  newest_sessions: unknown;
}

const BEGIN_WITH_SESSIONS: ReadonlySet<string> = new Set(["/app/", "/app/dictate", "/app/history"]);

/**
 * Scripts, styles and connections of this server alone; no text becomes markup, and the worker is the one script with an
 * address of its own (Trusted Types).
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types tiro-worker",
].join("; ");

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
};

export interface AppPageDeps {
  db: Db;
  clock: Clock;
  version: string;
  config: Pick<Config, "web">;
  /** Those that an installed pack recognizes. */
  languages: () => readonly string[];
  profileOf: (logIn: BrowserSession, publicUrl: string) => unknown;
  newestSessionsOf: (logIn: BrowserSession) => unknown;
}

function sessionOf(
  { db, clock, version, languages, profileOf, newestSessionsOf }: AppPageDeps,
  { logIn, request, brand, publicUrl }: PersonExchange,
): AppSession {
  const { id, name, email, interfaceLanguage: chosen } = findUser(db, logIn.userId);
  return {
    person: { id, name: name ?? email },
    policy_revision: policyRevision(db, id),
    csrf_token: logIn.csrfToken,
    language: interfaceLanguage(chosen, request.headers.get("accept-language")),
    product: brand.name,
    logo: brand.logo,
    version,
    recognized_languages: languages(),
    credential_changes: credentialChanges({ db, nowMs: clock.now() }, logIn),
    profile: profileOf(logIn, publicUrl),
    newest_sessions: BEGIN_WITH_SESSIONS.has(new URL(request.url).pathname) ? newestSessionsOf(logIn) : null,
  };
}

export async function appPage(
  deps: AppPageDeps & { assets: AppAssets },
  exchange: PersonExchange,
): Promise<Response> {
  const page = await deps.assets.page(new URL(exchange.request.url).pathname);
  const session = sessionOf(deps, exchange);
  const theme = themeOf(exchange.request);
  const html = page
    .replace(
      '<html lang="en">',
      `<html lang="${session.language}"${theme === null ? "" : ` data-theme="${theme}"`}>`,
    )
    .replace(
      "</head>",
      () => `<meta name="tiro-session" content="${Bun.escapeHTML(JSON.stringify(session))}"></head>`,
    );
  return textAnswer(200, "text/html; charset=utf-8", html, HEADERS);
}
