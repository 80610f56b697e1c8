/** The official clients of several years, unmodified. Their types differ from version to version, so tests go without. */
import { expect } from "bun:test";
import type { Json } from "./server.ts";

export interface ClientVersion {
  name: string;
  /** Modules with `Client`, `StreamableHTTPClientTransport` and `UnauthorizedError`. */
  load(): Promise<Json>;
  options?: Json;
  /** The newest version of the protocol that both sides know. */
  protocolVersion: string;
}

async function modules(name: string): Promise<Json> {
  const parts = ["client/index.js", "client/streamableHttp.js", "client/auth.js"];
  return Object.assign({}, ...(await Promise.all(parts.map((part) => import(`${name}/${part}`)))));
}

const first = (name: string, protocolVersion: string): ClientVersion => ({
  name,
  load: () => modules(name),
  protocolVersion,
});

const second = (mode: "auto" | "legacy", protocolVersion: string): ClientVersion => ({
  name: `@modelcontextprotocol/client, ${mode}`,
  load: () => import("@modelcontextprotocol/client"),
  options: { versionNegotiation: { mode } },
  protocolVersion,
});

export const CLIENT_VERSIONS: readonly ClientVersion[] = [
  first("mcp-sdk-1.10", "2025-03-26"),
  first("mcp-sdk-1.12", "2025-03-26"),
  first("mcp-sdk-1.17", "2025-06-18"),
  first("mcp-sdk-1.25", "2025-11-25"),
  first("@modelcontextprotocol/sdk", "2025-11-25"),
  second("legacy", "2025-11-25"),
  second("auto", "2026-07-28"),
];

/** Calls each of the ten tools once and looks at what it says. @param sessionId of a stored dictation of `text`. */
export async function useEveryTool(client: Json, sessionId: string, text: string): Promise<void> {
  const { tools } = await client.listTools();
  const called: string[] = [];
  const call = async (name: string, input: Json = {}): Promise<Json> => {
    called.push(name);
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
    expect([name, isError ?? false]).toEqual([name, false]);
    // The first clients drop what their version does not know.
    return structuredContent ?? JSON.parse(content[0].text);
  };
  const session_id = sessionId;
  const { data } = await call("list_sessions", { query: text });
  expect(data.map(({ id }: Json) => id)).toContain(sessionId);
  expect((await call("get_session", { session_id })).id).toBe(sessionId);
  expect((await call("get_transcript", { session_id })).final_text).toBe(text);
  expect((await call("send_feedback", { session_id, feedback_type: "positive" })).feedback_type).toBe(
    "positive",
  );
  expect((await call("delete_feedback", { session_id })).deleted).toBe(true);
  const terms = ["Kubernetes"];
  expect((await call("add_dictionary_terms", { terms })).results).toEqual([
    { term: "Kubernetes", status: "added" },
  ]);
  expect((await call("list_dictionary_terms")).terms).toEqual(terms);
  expect((await call("remove_dictionary_terms", { terms })).total).toBe(0);
  expect((await call("update_settings", { language: "fr" })).language).toBe("fr");
  expect((await call("get_settings")).language).toBe("fr");
  expect(called.toSorted()).toEqual(tools.map(({ name }: Json) => name).sort());
}
