/**
 * Calls of the HTTP API, by the routes that its description has:
 * `await call("DELETE /v1/sessions/{session}", { path: { session: id } })`.
 * What fails is an `ApiFault`; `faultText` (`messages/faults.ts`) says it to people.
 */
import type { Routes, Schemas } from "./api-types.ts";
import { ApiFault, faultOf } from "./fault.ts";
import { refreshSession, session } from "./session.ts";
import { sessionEnded, stepUp } from "./session-end.ts";

export type { Schemas };
export type RouteName = keyof Routes;
export type Answer<R extends RouteName> = Routes[R]["answer"];

type IfAny<T, Yes> = keyof T extends never ? { [name in never]: never } : Yes;
export type Call<R extends RouteName> = IfAny<Routes[R]["path"], { path: Routes[R]["path"] }> &
  ([Routes[R]["body"]] extends [never] ? { body?: never } : { body: Routes[R]["body"] | FormData | Blob }) & {
    query?: Routes[R]["query"];
    headers?: Record<string, string>;
    signal?: AbortSignal;
    /** Goes on where the page is left meanwhile. */
    keepalive?: boolean;
  };
type Given<R extends RouteName> = Record<never, never> extends Call<R> ? [call?: Call<R>] : [call: Call<R>];

/** @throws ApiFault, or the signal's reason where the call was cancelled. */
export async function call<R extends RouteName>(route: R, ...[given]: Given<R>): Promise<Answer<R>> {
  const answer = await answerOf(route, (given ?? {}) as AnyCall);
  if (answer.status === 204) return undefined as Answer<R>;
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  return (isJson ? await answer.json() : await answer.text()) as Answer<R>;
}

interface AnyCall {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** The answer itself, for what is to be read as it arrives or saved. @throws ApiFault. */
async function answerOf(route: RouteName, given: AnyCall): Promise<Response> {
  const answer = await send(route, given);
  if (answer.ok) return answer;
  const fault = await faultOf(answer);
  if (fault.status === 401) {
    // Leading to the log-in somebody who is logged in would lead in a circle.
    if (!(await refreshSession())) sessionEnded();
    throw fault;
  }
  if (fault.code === "foreign_request" && (await refreshSession())) return again(route, given);
  if (stepUp.asks(fault) && (await stepUp.confirm())) return again(route, given);
  throw fault;
}

/** Once: what is refused twice stays refused. */
async function again(route: RouteName, given: AnyCall): Promise<Response> {
  const answer = await send(route, given);
  if (answer.ok) return answer;
  throw await faultOf(answer);
}

async function send(
  route: RouteName,
  { path = {}, query, body, headers, signal, keepalive = false }: AnyCall,
): Promise<Response> {
  const [method = "GET", pattern = ""] = route.split(" ");
  try {
    return await fetch(addressOf(pattern, path, query), {
      method,
      headers: {
        Accept: "application/json",
        ...(method !== "GET" && { "X-CSRF-Token": session.csrf_token }),
        ...(isPlain(body) && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain(body) ? JSON.stringify(body) : (body as BodyInit) }),
      ...(signal && { signal }),
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new ApiFault({ code: "unreachable", status: 0, message: String(error) });
  }
}

/** Forms and files say themselves what they are. */
function isPlain(body: unknown): boolean {
  return body !== undefined && !(body instanceof FormData) && !(body instanceof Blob);
}

/** For links, such as those of downloads. */
export function addressOf(
  pattern: string,
  path: Record<string, string> = {},
  query: AnyCall["query"] = {},
): string {
  const pathname = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? pathname : `${pathname}?${search}`;
}
