import {
  beginBrowserSession,
  endBrowserSession,
  enterBrowserSession,
  type LogInMethod,
} from "../accounts/credentials/browser-sessions.ts";
import type { KnownDevice } from "../accounts/credentials/passwords.ts";
import { openDevice, sealDevice } from "../accounts/log-in/known-devices.ts";
import type { SealedStates } from "../accounts/log-in/sealed-states.ts";
import { requireAllowedLogIn } from "../accounts/policies/company-rules.ts";
import { removeFirstRunFile } from "../store/data-folder/first-run-file.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import type { CompanySession } from "../store/log-in/company-sessions.ts";
import type { User } from "../store/people/users.ts";
import { deviceCookie, sessionCookie } from "./cookies.ts";
import type { PersonDeps } from "./person.ts";
import type { Exchange } from "./route.ts";

export interface EnterDeps extends PersonDeps {
  dataDir: string;
  states: SealedStates;
}

/** The browser, if somebody has logged in with it before. */
export function deviceOf({ publicUrl, states, db }: EnterDeps, { request }: Exchange): KnownDevice | null {
  return openDevice(states, db, deviceCookie(publicUrl).read(request));
}

/** The proof that a new session takes over. */
export interface Proof {
  authenticatedAt?: number;
  company?: CompanySession | null;
}

/**
 * Begins a session in the caller's browser, in the place of the one it had, and makes the browser a known one. Returns
 * the values of `Set-Cookie`.
 * @throws TiroError `account_disabled` if the person may not come in this way.
 */
export async function enter(
  deps: EnterDeps,
  exchange: Exchange,
  user: User,
  methods: readonly LogInMethod[],
  proof: Proof = {},
): Promise<string[]> {
  requireAllowedLogIn({ ...deps, nowMs: deps.clock.now() }, user, methods);
  const { request } = exchange;
  const cookie = sessionCookie(deps.publicUrl);
  const address = exchange.address();
  const token = cookie.read(request);
  const before = token === null ? null : enterBrowserSession(deps, token);
  const userAgent = request.headers.get("user-agent");
  const isNewDevice = deviceOf(deps, exchange)?.userId !== user.id;
  const begun = await whenWritable(deps.db, () => {
    if (before !== null) {
      const actor = { id: before.userId, credential: before.id, address };
      endBrowserSession({ ...deps, actor }, before.userId, before.id);
    }
    return beginBrowserSession(deps, user, { methods, address, userAgent, isNewDevice, ...proof });
  });
  removeFirstRunFile(deps.dataDir);
  const device = sealDevice(deps.states, deps.db, user.id);
  return [cookie.set(begun), deviceCookie(deps.publicUrl).set(device)];
}
