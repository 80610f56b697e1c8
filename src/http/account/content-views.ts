/** Who read what the person dictated: an organization's owners, if the operator lets them. */
import { z } from "zod";
import { VIEWED_THINGS } from "../../accounts/policies/content-review.ts";
import { contentViews } from "../../accounts/policies/content-views.ts";
import { limits } from "../../config/limits.ts";
import { isoTime } from "../../lib/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { PersonRoute } from "../../web/route.ts";
import { personApi } from "./person-api.ts";

export const ContentView = z.object({
  at: isoTime,
  by: z.string().nullable().describe("Name or address; null: the account is gone."),
  organization: z.string(),
  thing: z.enum(VIEWED_THINGS).describe("A list, with titles, or one of them."),
  id: z.string().nullable().describe("Of the dictation or recording."),
});

const ContentViewList = z.object({ object: z.literal("list"), data: z.array(ContentView) });

export function contentViewsRoute({ db }: PersonDeps): PersonRoute {
  return personApi("GET /v1/me/content-views", {
    id: "listContentViews",
    summary: "Who read what you dictated",
    description: `Owners of an organization whose policy \`content_review\` is \`owners\`. The newest ${limits.contentViewsShown}.`,
    answers: { 200: jsonOf("The newest first.", ContentViewList) },
    handle: ({ logIn }) => jsonAnswer(200, { object: "list", data: contentViews(db, logIn.userId) }),
  });
}
