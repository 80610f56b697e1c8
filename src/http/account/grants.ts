/** Apps that a person let in (OAuth): listed, taken back. */
import { z } from "zod";
import { listGrants, revokeGrant, revokeGrantsOf } from "../../accounts/oauth/grants.ts";
import { placeOf } from "../../accounts/oauth/redirect-uris.ts";
import { TiroError } from "../../lib/errors.ts";
import { isoTime } from "../../lib/wire.ts";
import { wireForm } from "../../lib/wire-form.ts";
import { type ListedOAuthGrant, oauthGrantById } from "../../store/oauth/grants.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import { changed, type PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export const Grant = z.object({
  id: z.string().describe("`gra_…`"),
  object: z.literal("grant"),
  client_id: z.string(),
  client_name: z.string().nullable().describe("As the app calls itself; nobody has checked it."),
  place: z.object({
    kind: z.enum(["website", "loopback", "app"]).describe("The kind of address to which the answer went."),
    name: z.string().describe("The host, or the scheme of an app on the person's computer."),
  }),
  scopes: z.array(z.string()),
  resources: z.array(z.string()).describe("`api`, `mcp` or both."),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
});

const GrantList = z.object({ object: z.literal("list"), data: z.array(Grant) });

export function grantRoutes(deps: PersonDeps): PersonRoute[] {
  const { db } = deps;
  return [
    personApi("GET /v1/grants", {
      id: "listGrants",
      summary: "Apps that may act for you",
      answers: { 200: jsonOf("All of them, the newest first.", GrantList) },
      handle: ({ logIn }) => {
        const data = listGrants(deps, logIn.userId).reverse().map(grantBody);
        return jsonAnswer(200, { object: "list", data });
      },
    }),
    personApi("DELETE /v1/grants/:grant", {
      id: "revokeGrant",
      summary: "Take an app's access back",
      description: "It ends at once; the app can ask again.",
      path: { grant: z.string().describe("`gra_…`") },
      answers: { 204: { description: "Taken back, now or before." } },
      errors: ["grant_not_found"],
      handle: async (exchange) => {
        const { userId } = exchange.logIn;
        const id = exchange.params.grant ?? "";
        if (oauthGrantById(db, id)?.userId !== userId)
          throw new TiroError("grant_not_found", "You gave no app of this id access.", { param: "grant" });
        return changed(deps, exchange, (changes) => revokeGrant(changes, id, userId));
      },
    }),
    personApi("DELETE /v1/grants", {
      id: "revokeGrants",
      summary: "Take back the access of all apps",
      answers: { 204: { description: "No app has access any more." } },
      handle: (exchange) =>
        changed(deps, exchange, (changes) => revokeGrantsOf(changes, exchange.logIn.userId)),
    }),
  ];
}

export function grantBody(grant: ListedOAuthGrant): z.infer<typeof Grant> {
  const place = placeOf(grant.redirectUri);
  return {
    object: "grant",
    ...wireForm(grant, "id", "clientId", "createdAt", "lastUsedAt"),
    client_name: grant.clientName || null,
    place: { kind: place.kind, name: place.kind === "app" ? place.scheme : place.host },
    scopes: [...grant.scopes],
    resources: [...grant.resources],
  };
}
