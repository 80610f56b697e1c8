/** The newest dictations that came with the page: for the first list that asks, because they are old a moment later. */
import { type SessionList, session } from "../client/session.ts";

let brought = session.newest_sessions;

export function takeNewestSessions(): SessionList | null {
  const taken = brought;
  brought = null;
  return taken;
}
