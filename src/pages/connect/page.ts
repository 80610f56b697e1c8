/** The page that tells people how to connect their assistant to this server. */
import { html, type Markup } from "../../lib/html.ts";
import { pageOperation } from "../../web/operation.ts";
import type { PublicRoute } from "../../web/route.ts";
import { pageAnswer } from "../frame/page.ts";
import { installLinks, snippetsFor } from "./snippets.ts";

export function connectRoutes(): PublicRoute[] {
  return [
    {
      method: "GET",
      path: "/docs/connect",
      family: "product",
      access: "public",
      operation: pageOperation("getConnectDocs", "How to connect an assistant to the MCP server", [200], {
        tags: ["Documentation"],
      }),
      handle: ({ publicUrl }) => connectPage(publicUrl),
    },
  ];
}

function connectPage(publicUrl: string): Response {
  const mcpUrl = `${publicUrl}/mcp`;
  return pageAnswer(
    "Connect an assistant · tiro",
    html`<h1>Connect an assistant</h1>
<p>An assistant that speaks the Model Context Protocol can search and read your dictations, send feedback on them,
manage your dictionary and change your settings. The address of the server:</p>
${copyable(mcpUrl)}
<p>There are two ways to connect. <strong>Log in</strong>: the assistant opens this server in your browser, where you log in and
choose whether it may only read or also make changes. <strong>API key</strong>: for programs, and for assistants that
cannot open a browser; a key allows everything. With an organization’s key, also send the header
<code>Service-User: usr_…</code> with the member’s id.</p>
<p class="facts">Click a snippet to select all of it. <a href="/">Start page</a></p>
${reachNote(publicUrl)}
${assistantSections(mcpUrl)}
${programSections(mcpUrl)}
${problems()}`,
  );
}

function assistantSections(mcpUrl: string): Markup {
  const { claudeCode, claudeCodeKey, cursor, cursorKey, vscode, vscodeKey, mcpRemote, mcpRemoteKey } =
    snippetsFor(mcpUrl);
  const links = installLinks(mcpUrl);
  return html`<section id="claude">
<h2>Claude</h2>
<p>In the settings, under Connectors, choose “Add custom connector”, paste the address and leave the other fields empty.
Then press Connect and log in. In a workspace, its owner adds the connector first.</p>
${copyable(mcpUrl)}
</section>
<section id="claude-code">
<h2>Claude Code</h2>
<p>Add the server, then type <code>/mcp</code> in Claude Code and log in:</p>
${copyable(claudeCode)}
<p>Or with a key:</p>
${copyable(claudeCodeKey)}
</section>
<section id="chatgpt">
<h2>ChatGPT</h2>
<p>In the settings, under Apps &amp; Connectors, open the advanced settings and turn on developer mode. Then create a
connector with this address and OAuth authentication, and log in. Your workspace’s administrator may have to allow it.</p>
${copyable(mcpUrl)}
</section>
<section id="cursor">
<h2>Cursor</h2>
<p><a href="${links.cursor}">Add to Cursor</a>, or put this in <code>.cursor/mcp.json</code>:</p>
${copyable(cursor)}
<p>Or with a key in the environment variable <code>TIRO_API_KEY</code>:</p>
${copyable(cursorKey)}
</section>
<section id="vscode">
<h2>VS Code</h2>
<p><a href="${links.vscode}">Add to VS Code</a>, or put this in <code>.vscode/mcp.json</code>:</p>
${copyable(vscode)}
<p>Or with a key, which VS Code asks for:</p>
${copyable(vscodeKey)}
</section>
<section id="mcp-remote">
<h2>Assistants that only start local programs</h2>
<p>mcp-remote connects them to this server. For Claude’s desktop app, put this in
<code>claude_desktop_config.json</code>:</p>
${copyable(mcpRemote)}
<p>Or with a key in place of YOUR_API_KEY:</p>
${copyable(mcpRemoteKey)}
</section>`;
}

function programSections(mcpUrl: string): Markup {
  const { inspector, python, typescript } = snippetsFor(mcpUrl);
  return html`<section id="inspector">
<h2>MCP Inspector</h2>
<p>Lists the tools, with a key in the environment variable <code>TIRO_API_KEY</code>. It needs Node.js 22 or later.</p>
${copyable(inspector)}
</section>
<section id="python">
<h2>Python</h2>
<p>With the official library (<code>pip install mcp</code>, version 2):</p>
${copyable(python)}
</section>
<section id="typescript">
<h2>TypeScript</h2>
<p>With the official library (<code>npm install @modelcontextprotocol/sdk</code>):</p>
${copyable(typescript)}
</section>`;
}

function problems(): Markup {
  return html`<section id="problems">
<h2>Troubleshooting</h2>
<ul>
<li><code>invalid_api_key</code>: the key or the log-in is no longer valid. Log in again, or create a new key.</li>
<li><code>host_not_allowed</code>: the server does not recognize the host name you used. Use the address above, or
have the name added to <code>mcp.allowed_hosts</code>.</li>
<li><code>origin_not_allowed</code>: a web page in a browser called the server. Add its origin to
<code>mcp.allowed_origins</code>.</li>
<li><code>history_unavailable</code>: your organization stores no dictations, so there are none to read.</li>
</ul>
<p>See the <a href="/docs/errors">list of all errors</a>.</p>
</section>`;
}

/** Assistants that run elsewhere cannot reach every address. */
function reachNote(publicUrl: string): Markup {
  if (publicUrl.startsWith("https:"))
    return html`<p class="facts">Claude and ChatGPT connect from the internet: they reach this server only if your network lets
them in. The others connect from your own machine.</p>`;
  return html`<p class="facts">Claude and ChatGPT connect from the internet and only over https: put this server behind a
reverse proxy with a certificate, and set <code>server.public_url</code> to its address. The others connect from your own
machine and work as is.</p>`;
}

function copyable(text: string): Markup {
  return html`<pre class="copyable" tabindex="0"><code>${text}</code></pre>`;
}
