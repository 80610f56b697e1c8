/** A link with which others read what is spoken in a live stream, and what they read. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { idOf } from "../../lib/wire.ts";
import type { Db } from "../../store/db.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { eventStreamAnswer } from "../../web/event-stream.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { visibleName } from "../../web/person-input.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../../web/route.ts";
import type { SharedCaptions } from "./shared-captions.ts";

export interface CaptionsDeps {
  db: Db;
  clock: Clock;
  captions: SharedCaptions;
}

const Body = z.strictObject({
  stream: z.string().max(limits.fieldNameBytes).describe("The id of your stream, from `session.created`."),
  title: visibleName(limits.captionsTitleChars).nullish(),
  organization: z
    .string()
    .max(limits.fieldNameBytes)
    .nullish()
    .describe("Whose members may read; needed where you belong to several."),
});

const SHARE: Operation = {
  id: "shareCaptions",
  tags: ["Live"],
  summary: "Make a link with which others read along with a live stream",
  description:
    "Members of the organization read along after they log in; without an organization only you do. The link ends with the stream. Asked for again, it is the same.",
  body: jsonBody(Body),
  answers: {
    200: jsonOf(
      "The link.",
      z.object({
        object: z.literal("realtime.captions"),
        id: idOf("cap"),
        url: z.url(),
        title: z.string().nullable(),
        organization: z.object({ id: idOf("org"), name: z.string() }).nullable(),
        viewers_max: z.int(),
      }),
    ),
  },
  errors: ["session_not_found", "organization_not_found"],
};

const READ: Operation = {
  id: "readCaptions",
  tags: ["Live"],
  summary: "Read along with a live stream",
  description:
    "Server-sent events. `captions` begins, with `title`, `speaker`, `organization`, `started_at`, `is_connected`, and the `lines` of the last ten minutes. `words` appends final words to a line, `hearing` has words after it that may still change, and `line` has its final text, which is empty if nothing was said. `connection` says whether the speaker is connected; `ended` is the last event. A stream also ends, within a second, with the reader's log-in or membership. At most 200 windows read along, five of them one person's.",
  path: { captions: z.string() },
  answers: {
    200: {
      description: "A stream that stays open.",
      content: { "text/event-stream": { schema: z.string() } },
    },
  },
  errors: ["session_not_found", "concurrency_limit_exceeded"],
};

export function captionsRoutes(deps: CaptionsDeps): KeyRoute[] {
  const common = { access: "key" } as const;
  return [
    {
      ...common,
      family: "transcription",
      method: "POST",
      path: "/v1/realtime/captions",
      scope: "write",
      operation: SHARE,
      handle: (exchange) => share(deps, exchange),
    },
    keyRoute("read", "GET /v1/realtime/captions/:captions", READ, (exchange) => read(deps, exchange)),
  ];
}

async function share(
  { db, clock, captions }: CaptionsDeps,
  exchange: AuthenticatedExchange,
): Promise<Response> {
  const { request, principal, address, publicUrl } = exchange;
  const { stream, title = null, organization = null } = await readJson(request, Body);
  const { userId, accountId, credential } = principal;
  const actor = { id: userId ?? accountId, credential: credential.id, address: address() };
  const shared = await captions.share(principal, { stream, title, organization }, { db, clock, actor });
  return jsonAnswer(200, {
    object: "realtime.captions",
    id: shared.id,
    url: `${publicUrl}/app/captions/${shared.id}`,
    title: shared.title,
    organization: shared.organization && { id: shared.organization.id, name: shared.organization.name },
    viewers_max: limits.captionsViewers,
  });
}

function read({ captions }: CaptionsDeps, exchange: AuthenticatedExchange): Response {
  const { principal, address, params, holdOpen, request } = exchange;
  const text = captions.view({ principal, address: address() }, params.captions ?? "");
  if (request.method === "HEAD") {
    void text.cancel();
    return eventStreamAnswer(null);
  }
  holdOpen();
  return eventStreamAnswer(text);
}
