/** Compressed answers over the wire, and what they may never hold. */
import { expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { routesOf } from "../../src/app.ts";
import { isCompressible } from "../../src/http/middleware/compression.ts";
import description from "../../src/http/openapi/description.json";
import { testServer } from "../support/test-servers.ts";

const server = await testServer();

test("a long answer is compressed, and says what it is", async () => {
  const operations = Array.from({ length: 100 }, (_, index) => ({
    type: "dictionary_add",
    word: `Harcourt ${index}`,
  }));
  const changed = await server.call("/customizations", {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ operations }),
  });
  expect(changed.status).toBe(200);
  const plain = await server.call("/customizations", { headers: { "Accept-Encoding": "identity" } });
  expect(plain.headers.has("content-encoding")).toBe(false);
  const text = await plain.text();
  for (const encoding of ["gzip", "zstd"]) {
    const kept = { headers: { "Accept-Encoding": encoding }, decompress: false };
    const answer = await server.call("/customizations", kept);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(Number(answer.headers.get("content-length"))).toBeLessThan(text.length / 3);
    const decode = encoding === "gzip" ? gunzipSync : zstdDecompressSync;
    expect(decode(await answer.arrayBuffer()).toString()).toBe(text);
  }
});

test("no answer that is compressed has a member for a secret", () => {
  const compressed = routesOf(server.context).filter(isCompressible);
  expect(compressed.length).toBeGreaterThan(15);
  const found = compressed.flatMap(({ method, path }) => {
    const described = path.replace(/:(\w+)/g, "{$1}");
    const paths = description.paths as Record<string, Record<string, { responses?: unknown }>>;
    const answers = paths[described]?.[method.toLowerCase()]?.responses ?? {};
    return [...membersOf(answers)]
      .filter((name) => /csrf|token|secret|password|recovery|^key$|^codes$/.test(name))
      .map((name) => `${method} ${path}: ${name}`);
  });
  expect(found).toEqual([]);
});

/** The names of all members that a schema has, however deep. */
function membersOf(schema: unknown, seen = new Set<unknown>()): Set<string> {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return new Set();
  seen.add(schema);
  const { $ref, properties } = schema as { $ref?: string; properties?: object };
  const referred = $ref
    ?.slice(2)
    .split("/")
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], description);
  const inner = [...Object.values(schema), referred].flatMap((each) => [...membersOf(each, seen)]);
  return new Set([...Object.keys(properties ?? {}), ...inner]);
}
