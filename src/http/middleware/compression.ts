/** Long answers of the API in the smallest form that the caller takes. */
import { promisify } from "node:util";
import { limits } from "../../config/limits.ts";
import { weightsOf } from "../../web/accept.ts";
import type { Middleware, Route } from "../../web/route.ts";

/**
 * In the order of preference. Both compress on a thread of their own: the event loop does not wait. The library comes with the
 * first long answer: 2 ms of processor time and a megabyte that a start does without.
 */
const ENCODINGS = [
  {
    name: "zstd",
    compress: async (content: ArrayBuffer) => promisify((await import("node:zlib")).zstdCompress)(content),
  },
  {
    name: "gzip",
    compress: async (content: ArrayBuffer) => promisify((await import("node:zlib")).gzip)(content),
  },
] as const;

const TYPES = /^(application\/json|application\/x-subrip|text\/(csv|plain|vtt))\b/;

/**
 * Answers that hold a secret keep their length to themselves: what is compressed with it could be guessed from how the
 * length changes (BREACH). Keys are made by POST, and pages with the token of a session are no answers of the API.
 */
const SECRET = new Set(["/v1/me/profile"]);
/** Reads, though they are asked for by POST; so are searches. */
const READ_BY_POST = new Set(["/v1/audio/transcriptions", "/v1/customizations/try"]);

export function isCompressible({ access, family, method, path }: Route): boolean {
  if (family !== "product" && family !== "transcription") return false;
  if (!path.startsWith("/v1/") || access === "public" || SECRET.has(path)) return false;
  return method === "GET" || READ_BY_POST.has(path) || path.endsWith("/search");
}

/** Runs outside of the other middleware that sets headers. */
export function compression(): Middleware {
  let running = 0;
  return (next) => async (exchange) => {
    const answer = await next(exchange);
    if (!isCompressible(exchange.route) || !isLong(answer)) return answer;
    answer.headers.append("Vary", "Accept-Encoding");
    const encoding = encodingFor(exchange.request);
    // More at once would wait for each other; the plain answer is there already.
    if (encoding === undefined || running >= limits.compressionsAtOnce) return answer;
    running++;
    try {
      const body = await encoding.compress(await answer.arrayBuffer());
      answer.headers.set("Content-Encoding", encoding.name);
      answer.headers.set("Content-Length", String(body.length));
      return new Response(body, { status: answer.status, headers: answer.headers });
    } finally {
      running--;
    }
  };
}

/** Streams do not say how long they will be, and leave as they come. */
function isLong({ status, headers }: Response): boolean {
  const length = Number(headers.get("content-length") ?? 0);
  return (
    status === 200 &&
    TYPES.test(headers.get("content-type") ?? "") &&
    !headers.has("content-encoding") &&
    length >= limits.compressedFromBytes &&
    length <= limits.compressedUpToBytes
  );
}

/** RFC 9110 §12.5.3. */
function encodingFor({ headers, method }: Request) {
  if (method === "HEAD") return undefined;
  const accepted = weightsOf(headers.get("accept-encoding"));
  const weightOf = (name: string) => accepted.get(name) ?? accepted.get("*") ?? 0;
  return ENCODINGS.filter(({ name }) => weightOf(name) > 0).sort(
    (one, other) => weightOf(other.name) - weightOf(one.name),
  )[0];
}
