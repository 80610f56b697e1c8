import { z } from "zod";
import { eventStreamAnswer } from "../web/event-stream.ts";
import type { Operation } from "../web/operation.ts";
import { type KeyRoute, keyRoute } from "../web/route.ts";
import type { EventStreams } from "../work/events/streams.ts";

const operation: Operation = {
  id: "streamEvents",
  tags: ["Events"],
  summary: "Events of your jobs, dictations, recordings, customizations, keys and apps, live",
  description:
    "Server-sent events, as `EventSource` reads them; with ids and states, never with content. `job`: `id`, `status`, `error_code`, and while it is worked on `progress` with `stage`, `done_seconds` and `total_seconds`. `dictation`: `session_id` and `change` (`made`, `corrected`, `erased`). `recording`, of those that you see: `id`, `state`, `revision` and `change` (`added`, `changed`, `progress`, `removed`); the first three are null if folders changed. `customizations`: `revision`. `template`, of one's own or of an organization: `id` and `change` (`added`, `changed`, `removed`). `proposal`, for the dictionary of an organization, to those who decide it and to who made it: `id`, `organization_id` and `change` (`made`, `accepted`, `declined`, `withdrawn`). `settings`. `key` and `grant`, in browsers alone: `id` and `change`. `administration_task`, to administrators and auditors of the server in browsers: `id`, `kind`, `state` and `progress`; and `recognition`: `jobs` and `waiting`, once a second at most, and not for clients that come back. A client that comes back with `Last-Event-ID` gets the events that it missed, or `reset` if they are too many: then it reads everything anew. `ready` begins a stream without it. Streams end at log-out, when their key, access token or session ends or a right of theirs changes, and after an hour; clients come back. So many may be open for one person (20), one key or app (200) and the keys of one account (400).",
  answers: {
    200: {
      description: "A stream that stays open.",
      content: { "text/event-stream": { schema: z.string() } },
    },
  },
  errors: ["concurrency_limit_exceeded"],
};

export function eventRoutes({ eventStreams }: { eventStreams: EventStreams }): KeyRoute[] {
  return [
    keyRoute("read", "GET /v1/events", operation, ({ request, principal, address, holdOpen }) => {
      if (request.method === "HEAD") return eventStreamAnswer(null);
      holdOpen();
      const lastId = request.headers.get("last-event-id");
      return eventStreamAnswer(eventStreams.open(principal, address(), lastId));
    }),
  ];
}
