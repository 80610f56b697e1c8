/** Snippets that people paste into their assistants, with this server's address in it. */
import claudeCode from "./snippets/claude-code.txt" with { type: "text" };
import claudeCodeKey from "./snippets/claude-code-key.txt" with { type: "text" };
import cursor from "./snippets/cursor.txt" with { type: "text" };
import cursorKey from "./snippets/cursor-key.txt" with { type: "text" };
import inspector from "./snippets/inspector.txt" with { type: "text" };
import mcpRemote from "./snippets/mcp-remote.txt" with { type: "text" };
import mcpRemoteKey from "./snippets/mcp-remote-key.txt" with { type: "text" };
import python from "./snippets/python.txt" with { type: "text" };
import typescript from "./snippets/typescript.txt" with { type: "text" };
import vscode from "./snippets/vscode.txt" with { type: "text" };
import vscodeKey from "./snippets/vscode-key.txt" with { type: "text" };

/** Stands in the files, which are right as they are. */
const EXAMPLE = "https://tiro.example.com/mcp";

const SNIPPETS = {
  claudeCode,
  claudeCodeKey,
  cursor,
  cursorKey,
  inspector,
  mcpRemote,
  mcpRemoteKey,
  python,
  typescript,
  vscode,
  vscodeKey,
};

export type Snippets = Record<keyof typeof SNIPPETS, string>;

export function snippetsFor(mcpUrl: string): Snippets {
  const filled = Object.entries(SNIPPETS).map(([name, text]) => [
    name,
    text.trimEnd().replaceAll(EXAMPLE, mcpUrl),
  ]);
  const snippets: Snippets = Object.fromEntries(filled);
  if (!needsAllowHttp(mcpUrl)) return snippets;
  const allow = (text: string) => text.replace(`"${mcpUrl}"`, `"${mcpUrl}", "--allow-http"`);
  return { ...snippets, mcpRemote: allow(snippets.mcpRemote), mcpRemoteKey: allow(snippets.mcpRemoteKey) };
}

/** mcp-remote takes plain http for this machine only, unless an option allows it. */
function needsAllowHttp(mcpUrl: string): boolean {
  const { protocol, hostname } = new URL(mcpUrl);
  return protocol === "http:" && !["localhost", "127.0.0.1"].includes(hostname);
}

/** Links that add the server to an editor when they are followed. */
export function installLinks(mcpUrl: string): { cursor: string; vscode: string } {
  const config = Buffer.from(JSON.stringify({ url: mcpUrl })).toString("base64");
  const server = encodeURIComponent(JSON.stringify({ name: "tiro", type: "http", url: mcpUrl }));
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=tiro&config=${encodeURIComponent(config)}`,
    vscode: `vscode:mcp/install?${server}`,
  };
}
