/** Where a person is logged in, and how they end it. */
import { z } from "zod";
import {
  endBrowserSession,
  endBrowserSessions,
  listBrowserSessions,
} from "../../accounts/credentials/browser-sessions.ts";
import { isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import type { StoredBrowserSession } from "../../store/credentials/browser-sessions.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { AT_LOG_OUT, sessionCookie } from "../../web/cookies.ts";
import { jsonOf } from "../../web/operation.ts";
import { changed, changing, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export const BrowserSession = z.object({
  id: z.string().describe("`brs_…`"),
  object: z.literal("browser_session"),
  current: z.boolean().describe("Whether it is the one that asks."),
  device: z.string().meta({ examples: ["Firefox on Linux"] }),
  address: z.string().describe("The network address from which the person logged in."),
  created_at: isoTime,
  last_seen_at: isoTime.describe("To the minute."),
});

const BrowserSessionList = z.object({ object: z.literal("list"), data: z.array(BrowserSession) });

export function browserSessionRoutes(deps: PersonDeps): PersonRoute[] {
  return [
    personApi("GET /v1/browser-sessions", {
      id: "listBrowserSessions",
      summary: "Browsers in which you are logged in",
      answers: { 200: jsonOf("The one used last comes first.", BrowserSessionList) },
      handle: ({ logIn }) => {
        const data = listBrowserSessions(deps, logIn.userId).map((session) => sessionBody(session, logIn.id));
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    personApi("DELETE /v1/browser-sessions/:browser_session", {
      id: "endOneBrowserSession",
      summary: "Log out in one browser",
      path: { browser_session: z.string().describe("`brs_…`") },
      answers: { 204: { description: "You are not logged in there, now or before." } },
      handle: async (exchange) => {
        const { id: own, userId } = exchange.logIn;
        const id = exchange.params.browser_session ?? "";
        await changing(deps, exchange, (changes) => endBrowserSession(changes, userId, id));
        const headers =
          id === own ? { "Set-Cookie": sessionCookie(deps.publicUrl).clear(), ...AT_LOG_OUT } : {};
        return new Response(null, { status: 204, headers });
      },
    }),
    personApi("DELETE /v1/browser-sessions", {
      id: "endOtherBrowserSessions",
      summary: "Log out in all other browsers",
      answers: { 204: { description: "You are logged in here alone." } },
      handle: async (exchange) => {
        const { id, userId } = exchange.logIn;
        return changed(deps, exchange, (changes) => endBrowserSessions(changes, userId, id));
      },
    }),
  ];
}

export function sessionBody(session: StoredBrowserSession, current: string): z.infer<typeof BrowserSession> {
  const form = wireForm(session, "id", "device", "address", "createdAt", "lastSeenAt");
  return { ...form, object: "browser_session", current: session.id === current };
}
