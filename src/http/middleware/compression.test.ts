import { describe, expect, test } from "bun:test";
import { promisify } from "node:util";
import { gunzip, zstdDecompress } from "node:zlib";
import { limits } from "../../config/limits.ts";
import { jsonAnswer, textAnswer } from "../../web/answers.ts";
import type { Exchange, Route } from "../../web/route.ts";
import { compression, isCompressible } from "./compression.ts";

const LIST = { path: "/v1/sessions", method: "GET", family: "product", access: "key" } as Route;
const DECODERS: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  zstd: promisify(zstdDecompress),
};
const long = () => jsonAnswer(200, { text: "word ".repeat(limits.compressedFromBytes) });

async function answered(answer: Response, accepted: string | null, { route = LIST, method = "GET" } = {}) {
  const headers: Record<string, string> = accepted === null ? {} : { "Accept-Encoding": accepted };
  const request = new Request("http://tiro.test/v1/sessions", { method, headers });
  return compression()(() => Promise.resolve(answer))({ request, route } as Exchange);
}

describe("an answer is compressed as the caller takes it", () => {
  test.each([
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "gzip"],
    ["zstd;q=0.5, gzip", "gzip"],
    ["GZIP", "gzip"],
    ["*", "zstd"],
    ["*;q=0.1, zstd;q=0", "gzip"],
    ["gzip;q=0", null],
    ["br, identity", null],
    ["gzip;q=much", null],
    ["", null],
    [null, null],
  ])("%p: %p", async (accepted, encoding) => {
    const plain = await long().text();
    const answer = await answered(long(), accepted);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    const body = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get("content-length")).toBe(String(body.length));
    const decoded = encoding === null ? body : await DECODERS[encoding]?.(body);
    expect(decoded?.toString()).toBe(plain);
  });
});

test("only what is long enough, and not too long", async () => {
  const encodingAt = async (bytes: number) => {
    const answer = await answered(textAnswer(200, "text/plain", "x".repeat(bytes)), "gzip");
    return answer.headers.get("content-encoding");
  };
  expect(await encodingAt(limits.compressedFromBytes - 1)).toBeNull();
  expect(await encodingAt(limits.compressedFromBytes)).toBe("gzip");
  expect(await encodingAt(limits.compressedUpToBytes)).toBe("gzip");
  expect(await encodingAt(limits.compressedUpToBytes + 1)).toBeNull();
});

test("more at once than there may be leave as they are", async () => {
  const compress = compression();
  const headers = { "Accept-Encoding": "gzip" };
  const request = () => new Request("http://tiro.test/v1/sessions", { headers });
  const answers = await Promise.all(
    Array.from({ length: limits.compressionsAtOnce + 1 }, () =>
      compress(() => Promise.resolve(long()))({ request: request(), route: LIST } as Exchange),
    ),
  );
  const plain = answers.filter((answer) => !answer.headers.has("content-encoding"));
  expect(plain.length).toBe(1);
  expect(await plain[0]?.text()).toBe(await long().text());
  const after = await compress(() => Promise.resolve(long()))({
    request: request(),
    route: LIST,
  } as Exchange);
  expect(after.headers.get("content-encoding")).toBe("gzip");
});

test.each([
  ["a failure", () => jsonAnswer(404, { text: "x".repeat(5_000) }), {}],
  ["sound", () => textAnswer(200, "audio/wav", "x".repeat(5_000)), {}],
  ["a stream", () => new Response("x".repeat(5_000), { headers: { "Content-Type": "text/plain" } }), {}],
  ["headers alone", long, { method: "HEAD" }],
  ["a page", long, { route: { ...LIST, path: "/app/*", access: "person" } as Route }],
])("%s is not", async (_, answer, more) => {
  expect((await answered(answer(), "gzip", more)).headers.has("content-encoding")).toBe(false);
});

test("what holds a secret never is", () => {
  for (const path of ["/v1/me/profile", "/oauth/token", "/app/*", "/login"])
    expect(isCompressible({ ...LIST, path } as Route)).toBe(false);
  expect(isCompressible({ ...LIST, path: "/v1/keys", method: "POST" } as Route)).toBe(false);
});
