/** The requests of administrators' browsers, again and again: `bun administration-calls.ts URL NAME SESSION…`. */

/** @returns each of them in turn. */
export function inTurn(sessions: readonly string[]): () => string {
  let next = 0;
  return () => sessions[next++ % sessions.length] ?? "";
}

export async function ask(url: string, session: string, path: string): Promise<{ ms: number; text: string }> {
  const begin = performance.now();
  const answer = await fetch(`${url}${path}`, { headers: { Cookie: `tiro_session=${session}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return { ms: performance.now() - begin, text };
}

export type BesideName = "people" | "audit" | "verify" | "export";

type Beside = (url: string, session: string) => Promise<unknown>;

const BESIDE: Record<BesideName, Beside> = {
  people: (url, session) => ask(url, session, "/administration/people?query=no such name"),
  audit: (url, session) => ask(url, session, "/administration/audit?address=192.0.2.1"),
  export: (url, session) => ask(url, session, "/administration/audit/export?format=csv"),
  verify,
};

/** As the page does it: started, and asked for until it is done. */
async function verify(url: string, session: string): Promise<void> {
  const profile = JSON.parse((await ask(url, session, "/me/profile")).text) as {
    browser_session: { csrf_token: string };
  };
  const answer = await fetch(`${url}/administration/audit/verify`, {
    method: "POST",
    headers: {
      ...{ Cookie: `tiro_session=${session}`, Origin: new URL(url).origin },
      ...{ "Content-Type": "application/json", "x-csrf-token": profile.browser_session.csrf_token },
    },
    body: JSON.stringify({ expected_head: null }),
  });
  const { id } = (await answer.json()) as { id: string };
  // One that was begun before these callers came is still under way.
  if (answer.status === 409) return Bun.sleep(250);
  if (answer.status !== 202) throw new Error(`the verification was refused: ${answer.status}`);
  for (;;) {
    const { state } = JSON.parse((await ask(url, session, `/administration/tasks/${id}`)).text) as {
      state: string;
    };
    if (state === "succeeded") return;
    if (state === "failed") throw new Error("the verification failed");
    await Bun.sleep(250);
  }
}

if (import.meta.main) {
  const [url = "", name = "", ...sessions] = process.argv.slice(2);
  const next = inTurn(sessions);
  for (;;) await BESIDE[name as BesideName](url, next());
}
