/** A person's access: browsers, keys and apps. Each is listed, and ended for them. */
import { z } from "zod";
import {
  endBrowserSession,
  endBrowserSessions,
  listBrowserSessions,
} from "../../accounts/credentials/browser-sessions.ts";
import { listGrants, revokeGrant } from "../../accounts/oauth/grants.ts";
import { removePasskeysOf } from "../../accounts/onboarding/administration.ts";
import { requirePerson } from "../../accounts/people/users.ts";
import { TiroError } from "../../lib/errors.ts";
import { oauthGrantById } from "../../store/oauth/grants.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changed } from "../../web/person.ts";
import type { PersonExchange, PersonRoute } from "../../web/route.ts";
import { BrowserSession, sessionBody } from "../account/browser-sessions.ts";
import { Grant, grantBody } from "../account/grants.ts";
import { ApiKeySchema, type KeyRouteDeps, keyBodies, keyPath, revokeKeyAnswer } from "../bodies/api-keys.ts";
import { administrationRoute } from "./administration-route.ts";
import { personPath } from "./person-body.ts";

export const PersonAccess = z.object({
  object: z.literal("person_access"),
  browser_sessions: z.array(BrowserSession).describe("The one used last comes first."),
  keys: z
    .array(ApiKeySchema)
    .describe("Of the person's own account, the newest first; also those that have ended."),
  grants: z.array(Grant).describe("Apps that may act for the person, the newest first."),
});

const idOfPath = ({ params }: PersonExchange) => params.person ?? "";

export function personAccessRoutes(deps: KeyRouteDeps): PersonRoute[] {
  return [
    accessRoute(deps),
    ...endSessionRoutes(deps),
    passkeysRoute(deps),
    revokeKeyRoute(deps),
    revokeGrantRoute(deps),
  ];
}

function accessRoute(deps: KeyRouteDeps): PersonRoute {
  return administrationRoute(deps, "people.read", "GET /people/:person/access", {
    id: "getPersonAccess",
    summary: "The browsers in which a person is logged in, their keys and their apps",
    parts: personPath,
    answers: { 200: jsonOf("All of them.", PersonAccess) },
    errors: ["person_not_found"],
    handle: (exchange) => {
      const { id } = requirePerson(deps.db, idOfPath(exchange));
      const body: z.infer<typeof PersonAccess> = {
        object: "person_access",
        browser_sessions: listBrowserSessions(deps, id).map((session) =>
          sessionBody(session, exchange.logIn.id),
        ),
        keys: keyBodies(deps, id),
        grants: listGrants(deps, id).reverse().map(grantBody),
      };
      return jsonAnswer(200, body);
    },
  });
}

function endSessionRoutes(deps: KeyRouteDeps): PersonRoute[] {
  const errors = ["person_not_found"] as const;
  return [
    administrationRoute(deps, "people.change", "DELETE /people/:person/browser-sessions", {
      id: "endPersonBrowserSessions",
      summary: "Log a person out in all browsers",
      parts: personPath,
      answers: { 204: { description: "The person is logged in nowhere." } },
      errors,
      handle: async (exchange) => {
        const { id } = requirePerson(deps.db, idOfPath(exchange));
        return changed(deps, exchange, (changes) => endBrowserSessions(changes, id));
      },
    }),
    administrationRoute(deps, "people.change", "DELETE /people/:person/browser-sessions/:browser_session", {
      id: "endPersonBrowserSession",
      summary: "Log a person out in one browser",
      parts: { ...personPath, browser_session: z.string().describe("`brs_…`") },
      answers: { 204: { description: "The person is not logged in there, now or before." } },
      errors,
      handle: async (exchange) => {
        const { id } = requirePerson(deps.db, idOfPath(exchange));
        const session = exchange.params.browser_session ?? "";
        return changed(deps, exchange, (changes) => endBrowserSession(changes, id, session));
      },
    }),
  ];
}

function passkeysRoute(deps: KeyRouteDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "DELETE /people/:person/passkeys", {
    id: "removePersonPasskeys",
    summary: "Remove all passkeys of a person who lost a device",
    description: "The person sees at the next log-in who did it.",
    parts: personPath,
    answers: { 204: { description: "There are none any more." } },
    errors: ["invalid_request", "person_not_found"],
    handle: (exchange) => changed(deps, exchange, (changes) => removePasskeysOf(changes, idOfPath(exchange))),
  });
}

function revokeKeyRoute(deps: KeyRouteDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "DELETE /people/:person/keys/:key", {
    id: "revokePersonKey",
    summary: "Revoke a key of a person",
    parts: { ...personPath, ...keyPath() },
    answers: { 204: { description: "Revoked, now or before." } },
    errors: ["person_not_found", "key_not_found"],
    handle: (exchange) => revokeKeyAnswer(deps, exchange, requirePerson(deps.db, idOfPath(exchange))),
  });
}

function revokeGrantRoute(deps: KeyRouteDeps): PersonRoute {
  const { db } = deps;
  return administrationRoute(deps, "people.change", "DELETE /people/:person/grants/:grant", {
    id: "revokePersonGrant",
    summary: "Take back the access of a person's app",
    parts: { ...personPath, grant: z.string().describe("`gra_…`") },
    answers: { 204: { description: "Taken back, now or before." } },
    errors: ["person_not_found", "grant_not_found"],
    handle: async (exchange) => {
      const { id: userId } = requirePerson(db, idOfPath(exchange));
      const id = exchange.params.grant ?? "";
      if (oauthGrantById(db, id)?.userId !== userId)
        throw new TiroError("grant_not_found", "The person gave no app of this id access.", {
          param: "grant",
        });
      return changed(deps, exchange, (changes) => revokeGrant(changes, id, userId));
    },
  });
}
