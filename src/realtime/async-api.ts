/** `GET /asyncapi.json`: the messages of live streams, for programs; `/openapi.json` describes requests alone. */
import { z } from "zod";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { CLIENT_EVENTS } from "./messages.ts";
import { OlderSessionWire, SessionWire } from "./session/wire.ts";

/** AsyncAPI names messages without dots. */
const nameOf = (type: string) => type.replaceAll(".", "_");

type Events = Record<string, z.ZodObject>;

/** Made when it is asked for. */
function describeStreams(version: string, publicUrl: string, serverEvents: Events): object {
  const { host, protocol } = new URL(publicUrl);
  const messages = { ...messagesOf(serverEvents, "server"), ...messagesOf(clientEvents(), "client") };
  const channel = "#/channels/realtime";
  const toChannel = (events: object, from: string) =>
    Object.keys(events).map((type) => ({ $ref: `${channel}/messages/${from}_${nameOf(type)}` }));
  return {
    asyncapi: "3.0.0",
    info: {
      title: "tiro: live recognition",
      version,
      description: "OpenAI's Realtime protocol for transcription. /docs/live explains it.",
    },
    servers: { here: { host, protocol: protocol === "https:" ? "wss" : "ws" } },
    channels: {
      realtime: {
        address: "/v1/realtime",
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      hear: {
        action: "receive",
        channel: { $ref: channel },
        messages: toChannel(CLIENT_EVENTS, "client"),
        summary: "What clients send.",
      },
      tell: {
        action: "send",
        channel: { $ref: channel },
        messages: toChannel(serverEvents, "server"),
        summary: "Messages of the server.",
      },
    },
    components: { messages },
  };
}

/** The session is checked apart from the rest of its message. */
function clientEvents(): Events {
  return {
    ...CLIENT_EVENTS,
    "session.update": CLIENT_EVENTS["session.update"].extend({ session: SessionWire }),
    "transcription_session.update": CLIENT_EVENTS["transcription_session.update"].extend({
      session: OlderSessionWire,
    }),
  };
}

function messagesOf(events: Events, from: "server" | "client") {
  return Object.fromEntries(
    Object.entries(events).map(([type, schema]) => {
      const { $schema: _, ...payload } = z.toJSONSchema(schema.extend({ type: z.literal(type) }), {
        io: from === "server" ? "output" : "input",
        unrepresentable: "any",
      });
      const { description } = schema;
      return [
        `${from}_${nameOf(type)}`,
        { name: type, ...(description && { summary: description }), payload },
      ];
    }),
  );
}

export function asyncApiRoutes({ version }: { version: string }): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/asyncapi.json",
      family: "product",
      access: "public",
      operation: {
        id: "getAsyncApi",
        tags: ["Documentation"],
        summary: "The messages of live streams",
        answers: { 200: jsonOf("AsyncAPI 3.0.", z.looseObject({ asyncapi: z.string() })) },
      },
      handle: async ({ publicUrl }) => {
        // Only this document needs the schemas of what the server says: a start does without them.
        const { SERVER_EVENTS } = await import("./events.ts");
        return jsonAnswer(200, describeStreams(version, publicUrl, SERVER_EVENTS));
      },
    },
  ];
}
