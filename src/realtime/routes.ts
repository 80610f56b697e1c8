/** Live recognition: the stream itself, and the secrets that open it. */
import type { KeyRoute } from "../web/route.ts";
import {
  type ClientSecretDeps,
  createOlderSecret,
  createSecret,
  OLDER_SECRET_OPERATION,
  SECRET_OPERATION,
} from "./client-secrets.ts";
import { HANDSHAKE_OPERATION, openStream } from "./handshake.ts";

export function realtimeRoutes(deps: ClientSecretDeps): KeyRoute[] {
  const common = { family: "transcription", access: "key", scope: "write" } as const;
  return [
    {
      ...common,
      method: "GET",
      path: "/v1/realtime",
      socket: true,
      operation: HANDSHAKE_OPERATION,
      handle: (exchange) => openStream(deps, exchange),
    },
    {
      ...common,
      method: "POST",
      path: "/v1/realtime/client_secrets",
      operation: SECRET_OPERATION,
      handle: (exchange) => createSecret(deps, exchange),
    },
    {
      ...common,
      method: "POST",
      path: "/v1/realtime/transcription_sessions",
      operation: OLDER_SECRET_OPERATION,
      handle: (exchange) => createOlderSecret(deps, exchange),
    },
  ];
}
