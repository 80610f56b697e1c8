import type { ChangeDeps } from "../accounts/audit/actor.ts";
import type { BrowserSessionDeps } from "../accounts/credentials/browser-sessions.ts";
import type { Config } from "../config/schema.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import type { PersonExchange } from "./route.ts";

/** Dependencies of the routes of a logged-in person. */
export interface PersonDeps extends BrowserSessionDeps {
  config: Pick<Config, "company_log_in" | "ldap">;
  publicUrl: string;
}

/** To change something as the person who is logged in, from where they are. */
export function changesOf({ db, clock }: PersonDeps, { logIn, address }: PersonExchange): ChangeDeps {
  return { db, clock, actor: { id: logIn.userId, credential: logIn.id, address: address() } };
}

/** Changes something as the person who is logged in, once nothing else writes. @throws as `whenWritable`. */
export function changing<T>(
  deps: PersonDeps,
  exchange: PersonExchange,
  work: (changes: ChangeDeps) => T,
): Promise<T> {
  const changes = changesOf(deps, exchange);
  return whenWritable(deps.db, () => work(changes));
}

/** `changing`, for a change that is answered with nothing. */
export async function changed(...given: Parameters<typeof changing>): Promise<Response> {
  await changing(...given);
  return new Response(null, { status: 204 });
}
