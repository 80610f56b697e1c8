/** How a page of the manual looks: the whole contents at its side, its own headings, what comes before and after. */
import { limits } from "../../config/limits.ts";
import { html, type Markup } from "../../lib/html.ts";
import { sheets } from "../frame/assets.ts";
import { documentWithBar } from "../frame/doc-page.ts";
import type { Reading } from "../frame/reader.ts";
import { type Manual, type ManualPage, openManual } from "./pages.ts";
import type { RenderedPage } from "./render.ts";
import { searchManual } from "./search.ts";

export async function contentsAnswer(reading: Reading): Promise<Response> {
  const manual = await openManual();
  return shell(reading, manual, { title: manual.contents.title, text: manual.contents.markup });
}

/** @returns null if the manual has no such page. */
export async function pageAnswer(reading: Reading, name: string): Promise<Response | null> {
  const manual = await openManual();
  const index = manual.pages.findIndex((page) => page.name === name);
  const page = manual.pages[index];
  if (page === undefined) return null;
  const neighbours = html`<nav class="neighbours" aria-label="Previous and next page">
${neighbour(manual.pages[index - 1], "prev", "Previous")}${neighbour(manual.pages[index + 1], "next", "Next")}
</nav>`;
  return shell(reading, manual, {
    title: page.title,
    current: page,
    text: html`${page.markup}${neighbours}`,
  });
}

export async function searchAnswer(reading: Reading, asked: string): Promise<Response> {
  const manual = await openManual();
  const query = asked.slice(0, limits.searchQueryChars);
  const hits = searchManual(manual.pages, query);
  const count = hits.length === 1 ? "1 section" : `${hits.length} sections`;
  const told =
    query.trim() === ""
      ? html`<p>Enter words to search for. A section is listed when it holds all of them.</p>`
      : html`<p role="status">${hits.length === 0 ? "No section holds" : `${count} with`} “${query}”.</p>`;
  const list = hits.map(
    ({ page, heading, snippet }) => html`<li><a href="/docs/${page.name}#${heading.id}">${heading.text}</a>
<span class="place">${heading.text === page.title ? "" : page.title}</span>
<p>${snippet}</p></li>
`,
  );
  const text =
    hits.length === 0
      ? told
      : html`${told}
<ol class="hits">
${list}</ol>`;
  return shell(reading, manual, { title: "Search", query, text });
}

export async function missingAnswer(reading: Reading): Promise<Response> {
  const text = html`<p role="alert">The manual has no page at this address. Search for what you need, or go to the <a href="/docs">contents</a>.</p>`;
  return shell(reading, await openManual(), { title: "No such page", text, status: 404 });
}

interface ShellOptions {
  title: string;
  text: Markup;
  /** The page that is shown. */
  current?: ManualPage;
  query?: string;
  status?: number;
}

function shell(
  reading: Reading,
  manual: Manual,
  { title, text, current, query = "", status = 200 }: ShellOptions,
): Response {
  const anchor = current?.sections[0]?.heading.id ?? "top";
  const search = html`<form role="search" class="manual-search" method="post" action="/docs/search">
<label for="q" class="for-readers">Search the manual</label>
<input id="q" class="input" name="q" type="search" placeholder="Search" value="${query}">
<button class="button" type="submit">Search</button>
</form>`;
  const body = html`<div class="manual">
${contentsList(manual, current?.name)}
<main id="main">
<h1 id="${anchor}">${title}</h1>
${current === undefined ? "" : onThisPage(current)}
<div class="text">
${text}
</div>
</main>
</div>`;
  const name = title === manual.contents.title ? `${title} · tiro` : `${title} · tiro manual`;
  return documentWithBar(reading, "en", {
    title: name,
    place: "/docs",
    search,
    body,
    status,
    sheet: sheets.manual,
    publicForm: true,
  });
}

function contentsList({ groups }: Manual, current?: string): Markup {
  const item = ({ name, title }: ManualPage) =>
    html`<li><a href="/docs/${name}"${name === current ? html` aria-current="page"` : ""}>${title}</a></li>
`;
  const lists = groups.map(
    ({ title, pages }) => html`<p class="group">${title}</p>
<ul>
${pages.map(item)}</ul>
`,
  );
  return html`<nav class="contents" aria-label="Contents of the manual">
${lists}</nav>`;
}

function onThisPage({ sections }: RenderedPage): Markup {
  const headings = sections.map(({ heading }) => heading).filter(({ level }) => level === 2);
  if (headings.length < 2) return html``;
  return html`<nav class="on-this-page" aria-label="On this page">
<p class="group">On this page</p>
<ul>
${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul>
</nav>`;
}

function neighbour(page: ManualPage | undefined, rel: string, label: string): Markup {
  if (page === undefined) return html``;
  return html`<a rel="${rel}" href="/docs/${page.name}"><span>${label}</span> ${page.title}</a>
`;
}
