/** The official Python client of MCP, where Python has it (`pip install mcp`, version 2); skipped with a note elsewhere. */
import { expect, test } from "bun:test";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { historyOf } from "../support/history.ts";
import { personAtBrowser } from "../support/mcp-log-in.ts";
import { LOOPBACK } from "../support/oauth.ts";
import { PYTHON, pythonRuns } from "../support/python.ts";
import { startServer } from "../support/server.ts";

const hasClient = pythonRuns("from mcp import Client");
if (!hasClient) console.log("skipped: python3 has no package mcp of version 2");

test.skipIf(!hasClient)("from nothing to every tool, a new token, and the end of the access", async () => {
  const server = await startServer();
  try {
    const { person, allow } = await personAtBrowser(server);
    const sessionId = historyOf(server, person.email).keep("The marmalade arrived.");
    const script = Bun.fileURLToPath(new URL("mcp_client.py", import.meta.url));
    const child = Bun.spawn([PYTHON, script, `${server.url}/mcp`, LOOPBACK, sessionId], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    let last = "";
    for await (const line of createInterface(Readable.fromWeb(child.stdout as never))) {
      last = line;
      if (!line.startsWith("open ")) continue;
      child.stdin.write(`${await allow(new URL(line.slice("open ".length)))}\n`);
      await child.stdin.flush();
    }
    expect(JSON.parse(last)).toMatchObject({
      version: "2026-07-28",
      tools: {
        list_sessions: { data: [{ id: sessionId }] },
        get_session: { id: sessionId },
        get_transcript: { final_text: "The marmalade arrived." },
        send_feedback: { feedback_type: "positive" },
        delete_feedback: { deleted: true },
        add_dictionary_terms: { results: [{ status: "added" }] },
        list_dictionary_terms: { terms: ["Kubernetes"] },
        remove_dictionary_terms: { total: 0 },
        update_settings: { language: "fr" },
        get_settings: { language: "fr" },
      },
      refreshed: true,
      revoked: 200,
      after: "kept out",
      asked: 2,
    });
  } finally {
    await server.close();
  }
});
