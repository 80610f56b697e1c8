/** The page "Connect an assistant": what stands on it works when it is pasted. */
import { describe, expect, test } from "bun:test";
import { installLinks, snippetsFor } from "../../src/pages/connect/snippets.ts";
import { temporaryFolder } from "../support/database.ts";
import { historyOf } from "../support/history.ts";
import { PYTHON, pythonRuns } from "../support/python.ts";
import { testServer } from "../support/test-servers.ts";

const TITLE = "Said to be listed";

const server = await testServer();
const mcpUrl = `${server.url}/mcp`;
historyOf(server).keep(TITLE);

test("the page shows every snippet with this server's address, and no example's", async () => {
  const page = await (await fetch(`${server.url}/docs/connect`)).text();
  for (const snippet of Object.values(snippetsFor(mcpUrl)))
    expect(page).toContain(
      `<pre class="copyable" tabindex="0"><code>${Bun.escapeHTML(snippet)}</code></pre>`,
    );
  expect(page).not.toContain("example.com");
  expect(page).toContain("only over https");
  expect(await (await fetch(`${server.url}/docs`)).text()).toContain('href="/docs/connect"');
});

describe("configuration files", () => {
  const parsed = (snippet: string) => JSON.parse(snippet);
  const { cursor, cursorKey, vscode, vscodeKey, mcpRemote, mcpRemoteKey } =
    snippetsFor("https://stt.test/mcp");

  test("are what their programs read", () => {
    const url = "https://stt.test/mcp";
    expect(parsed(cursor)).toEqual({ mcpServers: { tiro: { url } } });
    expect(parsed(cursorKey).mcpServers.tiro).toEqual({
      url,
      headers: { Authorization: `Bearer \${env:TIRO_API_KEY}` },
    });
    expect(parsed(vscode)).toEqual({ servers: { tiro: { type: "http", url } } });
    expect(parsed(vscodeKey).servers.tiro.headers.Authorization).toBe(
      `Bearer \${input:${parsed(vscodeKey).inputs[0].id}}`,
    );
    expect(parsed(mcpRemote).mcpServers.tiro).toEqual({ command: "npx", args: ["-y", "mcp-remote", url] });
    expect(Object.keys(parsed(mcpRemoteKey).mcpServers.tiro.env)).toEqual(["TIRO_AUTHORIZATION"]);
  });

  test.each([
    ["https://stt.test/mcp", false],
    ["http://localhost:8420/mcp", false],
    ["http://127.0.0.1:8420/mcp", false],
    ["http://stt.test/mcp", true],
  ])("mcp-remote for %s is told to allow http: %p", (url, allowed) => {
    for (const snippet of [snippetsFor(url).mcpRemote, snippetsFor(url).mcpRemoteKey])
      expect(parsed(snippet).mcpServers.tiro.args.includes("--allow-http")).toBe(allowed);
  });

  test("links that install hold the address", () => {
    const links = installLinks("https://stt.test/mcp");
    const config = new URL(links.cursor).searchParams.get("config") ?? "";
    expect(JSON.parse(Buffer.from(config, "base64").toString())).toEqual({ url: "https://stt.test/mcp" });
    expect(JSON.parse(decodeURIComponent(links.vscode.replace("vscode:mcp/install?", "")))).toEqual({
      name: "tiro",
      type: "http",
      url: "https://stt.test/mcp",
    });
  });

  test("command lines name the server", () => {
    const { claudeCode, claudeCodeKey, inspector } = snippetsFor(mcpUrl);
    for (const line of [claudeCode, claudeCodeKey, inspector]) {
      expect(line.split(" ")).toContain(mcpUrl);
      expect(line).not.toContain("\n");
    }
  });
});

/** Standard output of a program that reads `stdin`. */
async function output(
  command: string[],
  stdin: string,
  environment: Record<string, string>,
): Promise<string> {
  const child = Bun.spawn(command, {
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "inherit",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  return new Response(child.stdout).text();
}

describe("programs", () => {
  test("the TypeScript snippet lists the sessions", async () => {
    const { typescript } = snippetsFor(mcpUrl);
    const text = await output([process.execPath, "run", "-"], typescript, { TIRO_API_KEY: server.key });
    expect(text).toEndWith(`Z ${TITLE}\n`);
  });

  const hasPython = pythonRuns("from mcp import Client");
  if (!hasPython) console.log("skipped: python3 has no package mcp of version 2");
  test.skipIf(!hasPython)("the Python snippet lists the sessions", async () => {
    const { python } = snippetsFor(mcpUrl);
    const text = await output([PYTHON, "-"], python, { TIRO_API_KEY: server.key });
    expect(text).toEndWith(`Z ${TITLE}\n`);
  });

  test("mcp-remote, configured so, passes messages on", async () => {
    using folder = temporaryFolder();
    const { args } = JSON.parse(snippetsFor(mcpUrl).mcpRemoteKey).mcpServers.tiro;
    const proxy = Bun.fileURLToPath(import.meta.resolve("mcp-remote/dist/proxy.js"));
    const child = Bun.spawn([process.execPath, proxy, ...args.slice(2)], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
      env: {
        PATH: process.env.PATH,
        MCP_REMOTE_CONFIG_DIR: folder.path,
        TIRO_AUTHORIZATION: `Bearer ${server.key}`,
      },
    });
    const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "test", version: "1" };
    say({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    say({ method: "notifications/initialized" });
    say({ id: 2, method: "tools/list" });
    let heard = "";
    for await (const block of child.stdout) {
      heard += new TextDecoder().decode(block);
      if (heard.includes('"id":2')) break;
    }
    child.kill();
    await child.exited;
    expect(heard).toContain('"name":"update_settings"');
  });
});
