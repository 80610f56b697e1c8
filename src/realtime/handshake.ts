/** `GET /v1/realtime`: who may open a stream, which one, and what it begins with. */
import { z } from "zod";
import type { ClientSecret, ClientSecrets } from "../accounts/authentication/client-secrets.ts";
import type { Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import { invalidRequest, TiroError } from "../lib/errors.ts";
import { isModel } from "../transcription/parameters.ts";
import type { Operation } from "../web/operation.ts";
import type { AuthenticatedExchange } from "../web/route.ts";
import {
  acceptSocket,
  handshakeCredential,
  protocolsOf,
  requireHandshake,
  type Socket,
} from "../web/socket.ts";
import { left } from "./endings.ts";
import type { LiveStreams } from "./live-streams.ts";
import type { Dialect } from "./session/render.ts";
import { defaultSettings, type Intent, type StreamSettings } from "./session/settings.ts";
import type { RealtimeStream } from "./stream.ts";

/** The settings of a client secret. */
export interface SecretSettings {
  settings: StreamSettings;
  dialect: Dialect;
  /** As the page that made it sent it; null for programs. */
  policyRevision: string | null;
}

export interface HandshakeDeps {
  config: Pick<Config, "models">;
  liveStreams: LiveStreams;
  clientSecrets: ClientSecrets<SecretSettings>;
  actAsMember: (principal: Principal, serviceUser: string | null) => Principal;
}

export const HANDSHAKE_OPERATION: Operation = {
  id: "openLiveStream",
  tags: ["Live"],
  summary: "Transcribe or dictate while somebody speaks, over WebSocket",
  description:
    "OpenAI's Realtime protocol for transcription; /docs/live has the events. The credential is an API key, an OAuth token or a client secret, in `Authorization` or as the subprotocol `openai-insecure-api-key.…` beside `realtime`. With an organization's key, `Service-User` names the member, if one is meant. `dictation` makes finished texts, as `POST /v1/dictations` does.",
  query: {
    intent: z.enum(["transcription", "dictation"]).optional(),
    model: z
      .string()
      .optional()
      .describe(
        "`speech-v1.5`, or another name that the site gave it; may stand for `intent=transcription`.",
      ),
    stream: z
      .string()
      .optional()
      .describe("The id of a stream whose connection broke: the stream continues."),
    after: z.string().optional().describe("With `stream`: the id of the last event that arrived."),
  },
  answers: { 101: { description: "The stream begins." } },
  errors: [
    "host_not_allowed",
    "origin_not_allowed",
    "user_required",
    "user_not_member",
    "payment_method_required",
    "billing_past_due",
    "model_not_found",
    "session_not_found",
    "language_not_available",
    "concurrency_limit_exceeded",
    "quota_exceeded",
    "engine_unavailable",
    "no_model_installed",
    "history_unavailable",
    "folder_not_found",
    "recording_access_required",
  ],
};

/** @throws TiroErrors before the connection is accepted; from then on they are events. */
export async function openStream(deps: HandshakeDeps, exchange: AuthenticatedExchange): Promise<Response> {
  const { request, address, publicUrl } = exchange;
  requireHandshake(request);
  // Its recognizer may have to be loaded first.
  exchange.holdOpen();
  const asked = questionOf(request);
  const secret = deps.clientSecrets.find(handshakeCredential(request), { publicUrl, resource: "api" });
  const principal = speakerOf(deps, exchange, secret, asked.intent);
  const { resumes } = asked;
  const stream =
    resumes === null
      ? await deps.liveStreams.open({
          principal,
          address: address(),
          ...beginning(deps, request, asked, secret),
        })
      : deps.liveStreams.resume(principal, address(), resumes.stream, resumes.after);
  const protocol = protocolsOf(request).includes("realtime") ? { "Sec-WebSocket-Protocol": "realtime" } : {};
  return acceptSocket(request, handlersOf(stream, resumes?.after ?? null), protocol);
}

interface Question {
  intent: Intent | null;
  model: string | null;
  resumes: { stream: string; after: string } | null;
}

/** @throws TiroError `invalid_request`. */
function questionOf(request: Request): Question {
  const query = new URL(request.url).searchParams;
  const intent = query.get("intent");
  if (intent !== null && intent !== "transcription" && intent !== "dictation")
    throw invalidRequest([{ param: "intent", message: "must be `transcription` or `dictation`" }]);
  const [stream, after] = [query.get("stream"), query.get("after")];
  if ((stream === null) !== (after === null))
    throw invalidRequest([{ param: "after", message: "and `stream` must be sent together" }]);
  const resumes = stream === null || after === null ? null : { stream, after };
  const model = query.get("model");
  if (intent === null && model === null && resumes === null)
    throw invalidRequest([{ param: "intent", message: "is missing; send `intent=transcription`" }]);
  return { intent, model, resumes };
}

/** A secret acts as whom it was made for. */
function speakerOf(
  { actAsMember }: HandshakeDeps,
  { principal, request }: AuthenticatedExchange,
  secret: ClientSecret<SecretSettings> | null,
  intent: Intent | null,
): Principal {
  const serviceUser = request.headers.get("service-user");
  if (principal.userId !== null || (secret !== null && intent !== "dictation")) return principal;
  return serviceUser === null && intent !== "dictation" ? principal : actAsMember(principal, serviceUser);
}

/** @throws TiroError `model_not_found`. */
function beginning(
  { config }: HandshakeDeps,
  request: Request,
  { intent, model }: Question,
  secret: ClientSecret<SecretSettings> | null,
): SecretSettings {
  if (model !== null && !isModel(model, config.models.aliases))
    throw new TiroError("model_not_found", "No such model; send `speech-v1.5`.", { param: "model" });
  const ofIntent = defaultSettings(intent ?? "transcription");
  const { turnDetection, dictation } = ofIntent;
  const settings = {
    ...ofIntent,
    ...secret?.settings.settings,
    ...(intent === "dictation" && { turnDetection, dictation }),
    ...(model !== null && { model: model.slice(0, limits.modelAliasChars) }),
  };
  return {
    settings,
    dialect: secret?.settings.dialect ?? dialectOf(request),
    policyRevision: secret?.settings.policyRevision ?? null,
  };
}

/** Clients of early 2025 say so. */
function dialectOf(request: Request): Dialect {
  const isBeta =
    request.headers.get("openai-beta") === "realtime=v1" ||
    protocolsOf(request).includes("openai-beta.realtime-v1");
  return isBeta ? "older" : "current";
}

/** @param after null if the stream is new. */
function handlersOf(stream: RealtimeStream, after: string | null) {
  let own: Socket | null = null;
  return {
    opened: (socket: Socket) => {
      own = socket;
      if (after === null) stream.begin(socket);
      else stream.resume(socket, after);
    },
    message: (message: string | Uint8Array) => {
      if (own !== null) stream.receive(own, message);
    },
    closed: (code: number) => {
      if (own !== null) stream.left(own, code);
      else if (after === null) void stream.end(left(false));
    },
  };
}
