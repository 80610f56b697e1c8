/** With whom recordings and folders are shared. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { idOf, text } from "../../lib/wire.ts";
import type { SharedThing } from "../../recordings/library/shares.ts";
import { PeopleList, Share, ShareList, shareRole } from "../../recordings/wire.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { readJson } from "../../web/json-body.ts";
import { jsonBody, jsonOf, type Operation } from "../../web/operation.ts";
import { readQuery } from "../../web/query.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute } from "../../web/route.ts";
import { withSearch } from "../../web/search-by-body.ts";
import { changesOf, RECORDINGS, type RecordingRouteDeps } from "./fields.ts";

const shareSchema = z.strictObject({ role: shareRole });
const peopleSchema = z.object({
  query: text(0, limits.searchQueryChars).default("").describe("A part of a name or address."),
});
const tags = ["Recordings"] as const;

interface Kind {
  /** In operation ids. */
  name: "Recording" | "RecordingFolder";
  words: string;
  path: string;
  parameter: Record<string, z.ZodType>;
  missing: "recording_not_found" | "folder_not_found";
  thingOf: (exchange: AuthenticatedExchange) => SharedThing;
}

const KINDS: readonly Kind[] = [
  {
    name: "Recording",
    words: "a recording",
    path: `${RECORDINGS}/:recording/shares`,
    parameter: { recording: idOf("rec") },
    missing: "recording_not_found",
    thingOf: ({ params }) => ({ recording: params.recording ?? "" }),
  },
  {
    name: "RecordingFolder",
    words: "a folder and what is in it",
    path: `${RECORDINGS}/folders/:folder/shares`,
    parameter: { folder: idOf("fld") },
    missing: "folder_not_found",
    thingOf: ({ params }) => ({ folder: params.folder ?? "" }),
  },
];

function operationsOf({ name, words, parameter, missing }: Kind) {
  const path = { ...parameter, user: idOf("usr") };
  return {
    list: {
      id: `list${name}Shares`,
      tags,
      path: parameter,
      summary: `With whom ${words} is shared`,
      answers: { 200: jsonOf("All of them, by name.", ShareList) },
      errors: [missing, "history_unavailable"],
    },
    put: {
      id: `put${name}Share`,
      tags,
      path,
      summary: `Share ${words} with a person`,
      description:
        "With people of your organizations alone (of an organization's recordings: its members), as `viewer` or `editor`. The share ends when either leaves it. Only the owner may do this; the audit log has a line.",
      body: jsonBody(shareSchema, { role: "viewer" }),
      answers: { 200: jsonOf("The share.", Share) },
      errors: [missing, "recording_access_required", "history_unavailable"],
    },
    remove: {
      id: `remove${name}Share`,
      tags,
      path,
      summary: `Share ${words} with a person no longer`,
      description: "Its owner, or the person themselves.",
      answers: { 204: { description: "It is shared with them no longer." } },
      errors: [missing, "recording_access_required", "history_unavailable"],
    },
  } as const satisfies Record<string, Operation>;
}

const people: Operation = {
  id: "listPeopleToShareWith",
  tags,
  summary: "People with whom you can share recordings",
  description: `Members of your organizations, at most ${limits.recordingSharesTold}, by name.`,
  query: peopleSchema.shape,
  answers: { 200: jsonOf("Some of them.", PeopleList) },
  errors: ["history_unavailable"],
};

export function shareRoutes(deps: RecordingRouteDeps): KeyRoute[] {
  return [
    ...withSearch(
      keyRoute("read", `GET ${RECORDINGS}/people`, people, ({ principal, request }) =>
        jsonAnswer(200, deps.recordings.peopleBeside(principal, readQuery(request, peopleSchema).query)),
      ),
    ),
    ...KINDS.flatMap((kind) => routesOfKind(deps, kind)),
  ];
}

function routesOfKind(deps: RecordingRouteDeps, kind: Kind): KeyRoute[] {
  const { recordings } = deps;
  const operations = operationsOf(kind);
  return [
    keyRoute("read", `GET ${kind.path}`, operations.list, (exchange) =>
      jsonAnswer(200, {
        object: "list",
        data: recordings.listShares(exchange.principal, kind.thingOf(exchange)),
      }),
    ),
    keyRoute("write", `PUT ${kind.path}/:user`, operations.put, async (exchange) => {
      const { role } = await readJson(exchange.request, shareSchema);
      const share = { userId: exchange.params.user ?? "", role };
      return jsonAnswer(
        200,
        await recordings.putShare(
          changesOf(deps, exchange),
          exchange.principal,
          kind.thingOf(exchange),
          share,
        ),
      );
    }),
    keyRoute("write", `DELETE ${kind.path}/:user`, operations.remove, async (exchange) => {
      const { user = "" } = exchange.params;
      await recordings.removeShare(
        changesOf(deps, exchange),
        exchange.principal,
        kind.thingOf(exchange),
        user,
      );
      return new Response(null, { status: 204 });
    }),
  ];
}
