/**
 * A version of tiro other than the page's, as the server says it. It is taken up at a quiet moment: when nobody looks at the
 * page and nothing would be lost with it.
 */
import { signal } from "@preact/signals";
import { mayLeave } from "./leaving.ts";
import { ownHeaders, session } from "./session.ts";

/** Null if the page has the server's. */
export const newVersion = signal<string | null>(null);

/** @returns whether the server answers at all. */
export async function lookForNewVersion(): Promise<boolean> {
  const version = await serverVersion();
  if (version !== null) newVersion.value = version === session.version ? null : version;
  return version !== null;
}

async function serverVersion(): Promise<string | null> {
  try {
    const answer = await fetch("/v1/installation", { headers: ownHeaders("GET"), cache: "no-store" });
    const { version } = (await answer.json()) as { version?: unknown };
    return typeof version === "string" ? version : null;
  } catch {
    // No answer, or one of something else, such as a hotel's log-in page.
    return null;
  }
}

addEventListener("online", () => void lookForNewVersion());
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") void lookForNewVersion();
  else if (newVersion.value !== null && mayLeave("tab")) location.reload();
});
