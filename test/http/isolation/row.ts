/** A row of the table of isolation, and shared parts of rows. */
import { expect } from "bun:test";
import type { Victim } from "../../support/tenants.ts";

/** How a stranger who was let in asks for what is the victim's, and what they must get. */
export interface Row {
  /** With the victim's ids; one address for each that the path can name. */
  paths: (victim: Victim) => string[];
  init?: (victim: Victim) => RequestInit;
  /** If the caller was let in, or the route is public. */
  stranger: { status: number; code?: string; check?: (answer: Seen, admitted: Admitted) => void };
  /** The answer to a stranger's browser, if it is a route for people below `/v1`. */
  browser?: Row["stranger"];
  /** An organization's key may name a member there, and need not. */
  mayNameMember?: true;
  /** A cookie is no credential there, no matter who sends it. */
  takesNoCookie?: true;
}

export interface Seen {
  status: number;
  headers: Headers;
  text: string;
}
export type Admitted = { accountId: string; userId: string | null } | null;

export const one = (path: string) => () => [path];

export const ofSessions =
  (suffix = "") =>
  ({ sessionIds }: Victim) =>
    sessionIds.map((id) => `/v1/sessions/${id}${suffix}`);
export const ofTemplates = ({ templateIds }: Victim) => templateIds.map((id) => `/v1/templates/${id}`);
export const noSession = { status: 404, code: "session_not_found" };

export const json = (body: unknown) => (): RequestInit => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
export const noneFound = ({ text }: Seen) => expect(JSON.parse(text).data).toEqual([]);
export const form: RequestInit = { method: "POST", body: new URLSearchParams({ name: "x" }) };
