/** Data that the server wrote into the page: whose it is, and how the installation presents itself. */
import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { Routes, Schemas } from "./api-types.ts";

export type SessionList = Routes["GET /v1/sessions"]["answer"];

export interface Session {
  /** Whom the page belongs to, even if somebody else logs in in another tab: every request names them. */
  person: { id: string; name: string };
  /** Of what their organizations decided, as the page shows it: nothing that was made under it is sent under another. */
  policy_revision: string;
  /** Sent with every change; no other site can know it. */
  csrf_token: string;
  /** Of the interface. */
  language: InterfaceLanguage;
  /** The product's name, or what the operator calls it here. */
  product: string;
  /** The operator's logo, below /site/; null if there is none. */
  logo: string | null;
  version: string;
  /** Codes of the languages that an installed pack recognizes. */
  recognized_languages: readonly string[];
  /** Recent changes of the person's ways to log in, newest first. */
  credential_changes: readonly CredentialChange[];
  /** As it was when the page was made. */
  profile: Schemas["Profile"];
  /** The newest dictations as they were then; null if there are none, or the page does not begin with them. */
  newest_sessions: SessionList | null;
}

export interface CredentialChange {
  change:
    | "set_up"
    | "email_changed"
    | "password_changed"
    | "second_step_enabled"
    | "second_step_disabled"
    | "recovery_codes_renewed"
    | "passkey_added"
    | "passkey_removed"
    | "company_account_linked"
    | "company_account_unlinked";
  at: string;
  /** Null if the operator did it. */
  address: string | null;
  by: { operator: boolean; name: string } | null;
}

const written = document.querySelector<HTMLMetaElement>('meta[name="tiro-session"]')?.content ?? "{}";

export let session = JSON.parse(written) as Session;

/** Headers of every request. @param policyRevision where it is not what the page shows now. */
export function ownHeaders(method: string, policyRevision = session.policy_revision): Record<string, string> {
  const { person, csrf_token } = session;
  return {
    Accept: "application/json",
    "Tiro-For": person.id,
    ...(method !== "GET" && { "X-CSRF-Token": csrf_token, "Tiro-Policy": policyRevision }),
  };
}

/** An address for what cannot have headers: links of downloads, streams, media. */
export function ownAddress(address: string): string {
  const own = new URL(address, location.origin);
  own.searchParams.set("for", session.person.id);
  return own.pathname + own.search;
}

/** Who is logged in in this browser now. */
export type LoggedIn = "thisPerson" | "another" | "nobody";

/** After a log-in of the page's person in another tab the token is another one. */
export async function refreshSession(): Promise<LoggedIn> {
  const answer = await fetch("/v1/me/profile", { headers: ownHeaders("GET") });
  if (!answer.ok) {
    // An answer that nobody reads holds its connection, of which a browser keeps few.
    await answer.body?.cancel();
    return answer.status === 409 ? "another" : "nobody";
  }
  const { browser_session } = (await answer.json()) as Schemas["Profile"];
  session = { ...session, csrf_token: browser_session.csrf_token };
  return "thisPerson";
}

/** From here on the page shows this. */
export function adoptPolicy({ policy_revision }: Pick<Schemas["Profile"], "policy_revision">): void {
  session = { ...session, policy_revision };
}
