/** Set-up links for many people at once, for sites without mail. */
import { z } from "zod";
import { makeWaitingLinks } from "../../accounts/onboarding/waiting-links.ts";
import { limits } from "../../config/limits.ts";
import { idOf, isoTime } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf } from "../../web/operation.ts";
import { changesOf } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { administrationRoute } from "./administration-route.ts";
import { linkBody, placeOf, SetupLinkBody, type SetupLinkDeps } from "./setup-link.ts";

const linksSchema = z.strictObject({
  organization_id: idOf("org").optional().describe("Only its members."),
});

const SetupLinks = z.object({
  object: z.literal("setup_links"),
  data: z.array(
    z.object({
      person_id: idOf("usr"),
      email: z.string(),
      name: z.string().nullable(),
      ...SetupLinkBody.shape,
      expires_at: isoTime,
    }),
  ),
  has_more: z.boolean().describe("Whether more people wait; the next call makes their links."),
});

export function setupLinksRoute(deps: SetupLinkDeps): PersonRoute {
  return administrationRoute(deps, "people.change", "POST /people/setup-links", {
    id: "createSetupLinks",
    summary: "Make set-up links for everybody who cannot log in yet",
    description: `At most ${limits.setupLinksAtOnce} at once. People with an open link keep it; administrators get theirs on the host.`,
    body: jsonBody(linksSchema, {}),
    answers: { 201: jsonOf("The links, in the order of the addresses.", SetupLinks) },
    errors: ["invalid_request", "organization_not_found"],
    handle: async (exchange) => {
      const { organization_id: organizationId = null } = await readJson(exchange.request, linksSchema);
      const changes = changesOf(deps, exchange);
      const { links, hasMore } = await makeWaitingLinks(changes, placeOf(deps, exchange), organizationId);
      const body: z.infer<typeof SetupLinks> = {
        object: "setup_links",
        data: links.map(({ user, link }) => ({
          person_id: user.id,
          email: user.email,
          name: user.name,
          ...linkBody(link),
        })),
        has_more: hasMore,
      };
      return jsonAnswer(201, body);
    },
  });
}
