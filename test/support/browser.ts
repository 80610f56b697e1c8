/** A person's browser as the app in it calls the API: with the session's cookie and its CSRF token. */
import type { User } from "../../src/store/people/users.ts";
import type { People } from "./people.ts";
import type { Json } from "./server.ts";

export interface Browser {
  /** `path` begins after `/v1`; a body is sent as JSON unless it is a form. */
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: Json; answer: Response }>;
  headers: Record<string, string>;
}

export async function browserCalls(people: People, user: User): Promise<Browser> {
  const { url } = people.server;
  const token = people.browserOf(user).cookies.get("tiro_session");
  const headers: Record<string, string> = { Cookie: `tiro_session=${token}`, Origin: url };
  const call: Browser["call"] = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && !isForm && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.clone().text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return { status: answer.status, json: isJson ? JSON.parse(text) : text, answer };
  };
  headers["x-csrf-token"] = (await call("GET", "/me/profile")).json.browser_session.csrf_token;
  return { call, headers };
}
