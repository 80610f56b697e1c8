/** What the server wrote into the page: who the session is of, and how the installation presents itself. */
import type { InterfaceLanguage } from "../../web/language.ts";

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

/** After a log-in in another tab the token is another one. */
export async function refreshSession(): Promise<boolean> {
  const answer = await fetch("/app/session.json", { headers: { Accept: "application/json" } });
  if (!answer.ok || answer.redirected) return false;
  session = (await answer.json()) as Session;
  return true;
}
