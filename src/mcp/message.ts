/** Reads a JSON-RPC message before the protocol's own library does. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { jsonAnswer } from "../web/answers.ts";
import { contentTypeOf, readJsonValue } from "../web/body.ts";

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** The first version without batches. */
const FIRST_WITHOUT_BATCHES = "2025-06-18";

/** If a message cannot be handed on, the answer to it. */
export type Received = { message: unknown } | { refusal: Response };

/** @throws `unsupported_media_type`, `payload_too_large`. */
export async function receive(request: Request): Promise<Received> {
  if (contentTypeOf(request) !== "application/json")
    throw new TiroError(
      "unsupported_media_type",
      "Send the message as JSON, with Content-Type: application/json.",
    );
  const bounds = { maxBytes: limits.mcpMessageBytes, maxValues: limits.mcpMessageValues };
  let message: unknown;
  try {
    message = await readJsonValue(request, bounds);
  } catch (error) {
    if (!(error instanceof TiroError && error.code === "invalid_json")) throw error;
    return { refusal: rpcError(400, PARSE_ERROR, "Parse error: the body is not JSON in UTF-8.") };
  }
  const refusal = refused(message, request.headers.get("mcp-protocol-version"));
  return refusal ? { refusal } : { message };
}

/** How many messages it holds: more than one in a batch. */
export function messageCount(message: unknown): number {
  return Array.isArray(message) ? message.length : 1;
}

/** The names of the tools that it calls, as they were sent. */
export function calledTools(message: unknown): string[] {
  return messagesOf(message)
    .filter(({ method }) => method === "tools/call")
    .map(({ params }) => (isRecord(params) && typeof params.name === "string" ? params.name : ""));
}

function refused(message: unknown, version: string | null): Response | null {
  if (Array.isArray(message)) return refusedBatch(message.length, version);
  // Tools and settings of this server never change by themselves: a stream would stay open for nothing.
  if (isRecord(message) && message.method === "subscriptions/listen")
    return rpcError(
      404,
      METHOD_NOT_FOUND,
      "Method not found: nothing here can be subscribed to.",
      message.id,
    );
  return null;
}

function refusedBatch(length: number, version: string | null): Response | null {
  if (version !== null && version >= FIRST_WITHOUT_BATCHES)
    return rpcError(
      400,
      INVALID_REQUEST,
      `Invalid request: version ${FIRST_WITHOUT_BATCHES} and later have no batches. Send one message a request.`,
    );
  const most = limits.mcpBatchMessages;
  if (length >= 1 && length <= most) return null;
  return rpcError(400, INVALID_REQUEST, `Invalid request: a batch holds 1 to ${most} messages.`);
}

function rpcError(status: number, code: number, message: string, id: unknown = null): Response {
  const known = typeof id === "string" || typeof id === "number" ? id : null;
  return jsonAnswer(status, { jsonrpc: "2.0", error: { code, message }, id: known });
}

function messagesOf(message: unknown): Record<string, unknown>[] {
  return (Array.isArray(message) ? message : [message]).filter(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
