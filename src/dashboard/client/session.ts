/** What the server wrote into the page: who the session is of, and how the installation presents itself. */

import type { InterfaceLanguage } from "../../lib/interface-languages.ts";
import type { Schemas } from "./api-types.ts";

export interface Session {
  /** Goes with whatever changes something; no other site can know it. */
  csrf_token: string;
  /** Of the interface. */
  language: InterfaceLanguage;
  /** The product's name, or what the operator calls it here. */
  product: string;
  /** The operator's logo, below /site/; null where there is none. */
  logo: string | null;
  version: string;
}

const written = document.querySelector<HTMLMetaElement>('meta[name="tiro-session"]')?.content ?? "{}";

export let session = JSON.parse(written) as Session;

/** After a log-in in another tab the token is another one. @returns whether somebody is logged in. */
export async function refreshSession(): Promise<boolean> {
  const answer = await fetch("/v1/me/profile", { headers: { Accept: "application/json" } });
  if (!answer.ok) return false;
  const { browser_session } = (await answer.json()) as Schemas["Profile"];
  session = { ...session, csrf_token: browser_session.csrf_token };
  return true;
}
