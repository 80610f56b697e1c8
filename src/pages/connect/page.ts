/** The page that shows people how to connect their assistant to this server. */
import { html, type Markup } from "../../lib/html.ts";
import { pageOperation } from "../../web/operation.ts";
import { type PublicRoute, publicRoute } from "../../web/route.ts";
import { docAnswer } from "../frame/doc-page.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { connectMessages } from "../messages/connect.ts";
import { installLinks, snippetsFor } from "./snippets.ts";

type Messages = (typeof connectMessages)["en"];

export function connectRoutes(): PublicRoute[] {
  return [
    publicRoute(
      "GET /docs/connect",
      pageOperation("getConnectDocs", "How to connect an assistant to the MCP server", [200], {
        tags: ["Documentation"],
      }),
      (exchange) => connectPage(exchange),
    ),
  ];
}

function connectPage(reading: Reading): Response {
  const messages = connectMessages[languageOf(reading)];
  const { publicUrl } = reading;
  const mcpUrl = `${publicUrl}/mcp`;
  const body = html`<div class="page-head"><div><h1>${messages.title}</h1>
<p class="lead">${messages.lead}</p></div></div>
<div class="stack wide">
<section class="stack">
<h2>${messages.address}</h2>
${copyable(mcpUrl)}
<p>${messages.ways()}</p>
<p class="second">${publicUrl.startsWith("https:") ? messages.reachHttps : messages.reachHttp()} ${messages.click}</p>
</section>
${assistantSections(messages, mcpUrl)}
${programSections(messages, mcpUrl)}
${problems(messages)}
</div>`;
  return docAnswer(reading, {
    title: `${messages.title} · ${reading.brand.name}`,
    place: "/docs/connect",
    body,
  });
}

function assistantSections(messages: Messages, mcpUrl: string): Markup {
  const { claudeCode, claudeCodeKey, cursor, cursorKey, vscode, vscodeKey, mcpRemote, mcpRemoteKey } =
    snippetsFor(mcpUrl);
  const links = installLinks(mcpUrl);
  return html`${section(
    "claude",
    "Claude",
    html`<p>${messages.claude}</p>
${copyable(mcpUrl)}`,
  )}
${section(
  "claude-code",
  "Claude Code",
  html`<p>${messages.claudeCode()}</p>
${copyable(claudeCode)}
<p>${messages.orKey}</p>
${copyable(claudeCodeKey)}`,
)}
${section(
  "chatgpt",
  "ChatGPT",
  html`<p>${messages.chatGpt}</p>
${copyable(mcpUrl)}`,
)}
${section(
  "cursor",
  "Cursor",
  html`<p><a href="${links.cursor}">${messages.addTo("Cursor")}</a>, ${messages.orPut(".cursor/mcp.json")}</p>
${copyable(cursor)}
<p>${messages.keyVariable()}</p>
${copyable(cursorKey)}`,
)}
${section(
  "vscode",
  "VS Code",
  html`<p><a href="${links.vscode}">${messages.addTo("VS Code")}</a>, ${messages.orPut(".vscode/mcp.json")}</p>
${copyable(vscode)}
<p>${messages.keyAsked}</p>
${copyable(vscodeKey)}`,
)}
${section(
  "mcp-remote",
  messages.localTitle,
  html`<p>${messages.local()}</p>
${copyable(mcpRemote)}
<p>${messages.keyInPlace}</p>
${copyable(mcpRemoteKey)}`,
)}`;
}

function programSections(messages: Messages, mcpUrl: string): Markup {
  const { inspector, python, typescript } = snippetsFor(mcpUrl);
  return html`${section(
    "inspector",
    "MCP Inspector",
    html`<p>${messages.inspector()}</p>
${copyable(inspector)}`,
  )}
${section(
  "python",
  "Python",
  html`<p>${messages.library("pip install mcp", messages.pythonVersion)}</p>
${copyable(python)}`,
)}
${section(
  "typescript",
  "TypeScript",
  html`<p>${messages.library("npm install @modelcontextprotocol/sdk", "")}</p>
${copyable(typescript)}`,
)}`;
}

function problems(messages: Messages): Markup {
  const { troubleshooting, invalidKey, hostNotAllowed, originNotAllowed, noHistory, allErrors } = messages;
  const body = html`<dl class="problems">
<dt><code>invalid_api_key</code></dt><dd>${invalidKey}</dd>
<dt><code>host_not_allowed</code></dt><dd>${hostNotAllowed()}</dd>
<dt><code>origin_not_allowed</code></dt><dd>${originNotAllowed()}</dd>
<dt><code>history_unavailable</code></dt><dd>${noHistory}</dd>
</dl>
<p><a href="/docs/errors">${allErrors}</a></p>`;
  return section("problems", troubleshooting, body);
}

function section(id: string, title: string, body: Markup): Markup {
  return html`<section id="${id}" class="stack">
<h2>${title}</h2>
${body}
</section>`;
}

function copyable(text: string): Markup {
  return html`<div class="code-block"><pre class="copyable" tabindex="0"><code>${text}</code></pre></div>`;
}
