/**
 * Calls of the HTTP API, by the routes that its description has:
 * `await call("DELETE /v1/sessions/{session}", { path: { session: id } })`.
 * Failures are an `ApiFault`; `faultText` (`messages/faults.ts`) says it to people.
 */
import { signal } from "@preact/signals";
import type { Routes, Schemas } from "./api-types.ts";
import { type ApiFault, faultOf, unreachable } from "./fault.ts";
import { ownAddress, ownHeaders, session } from "./session.ts";
import { isStillLoggedIn, stepUp, toAnotherPerson } from "./session-end.ts";

export type { Schemas };
export type RouteName = keyof Routes;
export type Answer<R extends RouteName> = Routes[R]["answer"];

type IfAny<T, Yes> = keyof T extends never ? { [name in never]: never } : Yes;
export type Call<R extends RouteName> = IfAny<Routes[R]["path"], { path: Routes[R]["path"] }> &
  ([Routes[R]["body"]] extends [never] ? { body?: never } : { body: Routes[R]["body"] | FormData | Blob }) & {
    query?: Routes[R]["query"];
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** Continues if the page is left meanwhile. */
    keepalive?: boolean;
    /** The policies that the page showed when this was made, if that is a while ago. */
    policyRevision?: string;
  };
export type Given<R extends RouteName> =
  Record<never, never> extends Call<R> ? [call?: Call<R>] : [call: Call<R>];

/** @throws ApiFault, or the signal's reason where the call was cancelled. */
export async function call<R extends RouteName>(route: R, ...given: Given<R>): Promise<Answer<R>> {
  return (await callWithHeaders(route, ...given)).answer;
}

/** As `call`, for what stands beside the answer. */
export async function callWithHeaders<R extends RouteName>(
  route: R,
  ...[given]: Given<R>
): Promise<{ answer: Answer<R>; headers: Headers }> {
  const response = await answerOf(route, (given ?? {}) as AnyCall);
  const { headers } = response;
  if (response.status === 204) return { answer: undefined as Answer<R>, headers };
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  return { answer: (isJson ? await response.json() : await response.text()) as Answer<R>, headers };
}

/** As `call`, for an answer that is a file. @throws ApiFault. */
export async function callForFile<R extends RouteName>(route: R, ...[given]: Given<R>): Promise<Blob> {
  return (await answerOf(route, (given ?? {}) as AnyCall)).blob();
}

interface AnyCall {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
  policyRevision?: string;
}

/** Raised if the organizations, or what they decided, are not those that the page shows. */
export const policyChanges = signal(0);

/** The answer itself, for what is to be read as it arrives or saved. @throws ApiFault. */
async function answerOf(route: RouteName, called: AnyCall): Promise<Response> {
  const given = { policyRevision: session.policy_revision, ...called };
  const answer = await send(route, given);
  if (answer.ok) return answer;
  const fault = await faultOf(answer);
  noticeFault(fault);
  // Leading to the log-in somebody who is logged in would lead in a circle.
  if (fault.status === 401) await isStillLoggedIn();
  if (fault.code === "foreign_request" && (await isStillLoggedIn())) return again(route, given);
  if (stepUp.asks(fault) && (await stepUp.confirm())) return again(route, given);
  throw fault;
}

/** Notes a refusal that concerns the page; nothing is sent again until its person says so. */
export function noticeFault({ code }: ApiFault): void {
  if (code === "another_person") toAnotherPerson();
  if (code === "policy_changed") policyChanges.value++;
}

/** Once: a second refusal is final. */
async function again(route: RouteName, given: AnyCall): Promise<Response> {
  const answer = await send(route, given);
  if (answer.ok) return answer;
  const fault = await faultOf(answer);
  noticeFault(fault);
  throw fault;
}

async function send(
  route: RouteName,
  { path = {}, query, body, headers, signal, keepalive = false, policyRevision }: AnyCall,
): Promise<Response> {
  const [method = "GET", pattern = ""] = route.split(" ");
  try {
    return await fetch(addressOf(pattern, path, query), {
      method,
      headers: {
        ...ownHeaders(method, policyRevision),
        ...(isPlain(body) && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain(body) ? JSON.stringify(body) : (body as BodyInit) }),
      ...(signal && { signal }),
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw unreachable(String(error));
  }
}

/** Forms and files say themselves what they are. */
function isPlain(body: unknown): boolean {
  return body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
}

/** For links of downloads. */
export function downloadAddress(...[pattern, path, query]: Parameters<typeof addressOf>): string {
  return ownAddress(addressOf(pattern, path, query));
}

function addressOf(pattern: string, path: Record<string, string> = {}, query: AnyCall["query"] = {}): string {
  const pathname = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? pathname : `${pathname}?${search}`;
}

/** Server-sent events of one thing, at what `downloadAddress` says. */
export function openEvents(address: string): EventSource {
  return new EventSource(address);
}
