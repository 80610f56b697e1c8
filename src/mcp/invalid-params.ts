/** Errors that the protocol's library reports as its own failure although the client sent the wrong params. */

/** JSON-RPC 2.0, section 5.1. */
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

interface RpcError {
  code: number;
  message: string;
}

/**
 * The body of an answer with such errors made `Invalid params`.
 * @throws Error if one is a failure of the library indeed.
 */
export function tellInvalidParams(body: string): string {
  if (!body.includes(String(INTERNAL_ERROR))) return body;
  const answer: unknown = JSON.parse(body);
  return JSON.stringify(Array.isArray(answer) ? answer.map(corrected) : corrected(answer));
}

function corrected(answer: unknown): unknown {
  const { error } = answer as { error?: RpcError };
  if (error?.code !== INTERNAL_ERROR) return answer;
  const message = `Invalid params: ${issuesOf(error.message).join("; ")}.`;
  return { ...(answer as object), error: { code: INVALID_PARAMS, message } };
}

/** The library's message is then the list of issues that its schema found, in JSON. */
function issuesOf(message: string): string[] {
  if (!message.startsWith("[")) throw new Error(message);
  const issues = JSON.parse(message) as { path: (string | number)[]; message: string }[];
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}
