import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { generatedTypesFile } from "./api-types.ts";

const { path, content } = generatedTypesFile();

test("the types of the API are up to date (else: bun run docs)", () => {
  expect(readFileSync(path, "utf8")).toBe(content);
});

test("a route with its path, query and answer", () => {
  expect(content).toContain(
    `"DELETE /v1/sessions/{session}": { path: { session: string }; query: Record<never, never>; body: never; answer: undefined };`,
  );
  expect(content).toContain("  TranscriptionJob: { id: string;");
});
