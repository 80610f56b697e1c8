/** From a use case to a tool's result; failures become results too, so that the assistant can do something about them. */
import { requireScope } from "../accounts/authentication/principal.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import type { ErrorCode, TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { asTiroError, logFailure } from "../web/failures.ts";
import { type AuthenticatedExchange, logFields } from "../web/route.ts";
import type { Tool } from "./tools/tool.ts";

export interface CallDeps {
  dictation: DictationUseCases;
  logger: Logger;
}

export interface ToolResult {
  [name: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

/** @param input as the tool's schema took it. */
export async function callTool(
  { dictation, logger }: CallDeps,
  exchange: AuthenticatedExchange,
  tool: Tool,
  input: unknown,
): Promise<ToolResult> {
  const { principal, publicUrl } = exchange;
  try {
    requireScope(principal, tool.scope, { publicUrl, resource: "mcp" });
    const result = (await tool.run({ dictation, principal }, input)) as Record<string, unknown>;
    logger.info("tool_called", { ...logFields(exchange), tool: tool.name });
    return { content: [{ type: "text", text: JSON.stringify(result) }], structuredContent: result };
  } catch (thrown) {
    const error = asTiroError(thrown);
    exchange.errorCode = error.code;
    logFailure(logger, exchange, error);
    logger.info("tool_called", { ...logFields(exchange), tool: tool.name, code: error.code });
    return { content: [{ type: "text", text: explain(error, exchange.requestId) }], isError: true };
  }
}

/** Where something else helps than what the message says. */
const NEXT_STEPS: Partial<Record<ErrorCode, string>> = {
  session_not_found: "Call list_sessions to find the ids of the sessions that exist.",
  history_unavailable:
    "Do not try again: there is no history to read. The tools for the dictionary and the settings work all the same.",
  invalid_cursor: "Call list_sessions without `cursor` to begin again at the first page.",
  invalid_request: "Correct this and call the tool again.",
};

function explain(error: TiroError, requestId: string): string {
  const seconds = Math.ceil(error.extras.retryAfterSeconds ?? 1);
  const retry = error.retryable ? `Wait ${seconds} s and call the tool again.` : "";
  const id = error.status >= 500 ? `, request ${requestId}` : "";
  return [error.message, NEXT_STEPS[error.code] ?? retry, `(${error.code}${id})`].filter(Boolean).join(" ");
}
