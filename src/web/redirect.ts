import { textAnswer } from "./answers.ts";

/**
 * Leads a browser on with a GET.
 * @param location a path of this server (`ownPath`), or another address that was checked.
 * @param cookies values of `Set-Cookie`.
 */
export function redirectAnswer(
  location: string,
  cookies: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): Response {
  const answer = textAnswer(303, "text/plain; charset=utf-8", "", { Location: location, ...headers });
  for (const cookie of cookies) answer.headers.append("Set-Cookie", cookie);
  return answer;
}
