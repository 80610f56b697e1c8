/** WebSockets (RFC 6455): how a route accepts one, and the credential that comes with a handshake. */
import { TiroError } from "../lib/errors.ts";

/** One end of a connection. */
export interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Without a farewell. */
  terminate(): void;
  /** Bytes that wait for a client that does not read. */
  readonly bufferedBytes: number;
}

/** The acceptor of a connection is called through these, in this order. */
export interface SocketHandlers {
  opened(socket: Socket): void;
  message(message: string | Uint8Array): void;
  /** Once, also if it was never opened because the client left. */
  closed(code: number): void;
}

const accepted = new WeakMap<Request, SocketHandlers>();

/** The answer with which a route accepts the connection; the listener does the rest. */
export function acceptSocket(
  request: Request,
  handlers: SocketHandlers,
  headers: Record<string, string>,
): Response {
  accepted.set(request, handlers);
  return new Response(null, { status: 101, headers });
}

/** Null if no route accepted it. */
export function acceptedSocket(request: Request): SocketHandlers | null {
  return accepted.get(request) ?? null;
}

/** @throws TiroError `invalid_request` if the request is no handshake. */
export function requireHandshake({ headers }: Request): void {
  const isHandshake =
    headers.get("upgrade")?.toLowerCase() === "websocket" &&
    /^[A-Za-z0-9+/]{22}==$/.test(headers.get("sec-websocket-key") ?? "") &&
    headers.get("sec-websocket-version") === "13";
  if (isHandshake) return;
  throw new TiroError(
    "invalid_request",
    "This route takes WebSocket connections. Connect with a WebSocket client; proxies must pass `Upgrade` on.",
  );
}

export function protocolsOf({ headers }: Request): string[] {
  return (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
}

/** Where a browser, which can set no header, puts its key. */
const KEY_PROTOCOL = "openai-insecure-api-key.";

/** As an `Authorization` header would have it; null if there is none. */
export function handshakeCredential(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header !== null) return header;
  const protocol = protocolsOf(request).find((name) => name.startsWith(KEY_PROTOCOL));
  return protocol === undefined ? null : `Bearer ${protocol.slice(KEY_PROTOCOL.length)}`;
}
