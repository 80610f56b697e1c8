/** Markdown of the manual to HTML. The same files are read on a code forge, so that links and anchors follow its rules. */
import { html, Markup } from "../../lib/html.ts";

export interface Heading {
  level: number;
  /** The anchor. */
  id: string;
  text: string;
}

export interface Section {
  heading: Heading;
  /** Everything below the heading, up to the next one, without markup. */
  text: string;
}

export interface RenderedPage {
  title: string;
  /** All but the title. */
  markup: Markup;
  /** The first is the title. */
  sections: Section[];
}

/** Pages of this server that are not part of the manual, where the text names them. */
const OWN_PAGES = new Set([
  "/docs/api",
  "/docs/connect",
  "/docs/errors",
  "/asyncapi.json",
  "/openapi.json",
  "/account",
  "/billing",
]);

export function renderMarkdown(markdown: string): RenderedPage {
  const headings: Heading[] = [];
  const code = codeOf(markdown);
  const markup = Bun.markdown.render(markdown, { ...htmlCallbacks(), code, heading: headingOf(headings) });
  const texts = plainSections(markdown);
  const sections = headings.map((heading, index) => ({ heading, text: texts[index] ?? "" }));
  return { title: headings[0]?.text ?? "", markup: new Markup(markup), sections };
}

/** `children` are always markup already: `text` escapes everything that the author wrote. */
function htmlCallbacks(): Bun.markdown.RenderCallbacks {
  const element = (name: string) => (children: string) => `<${name}>${children}</${name}>`;
  const cell = (name: string) => (children: string, meta?: { align?: string }) =>
    `<${name}${meta?.align === "right" ? ' class="number"' : ""}>${children}</${name}>`;
  return {
    text: (text) => Bun.escapeHTML(text),
    paragraph: (children) => `<p>${children}</p>\n`,
    blockquote: (children) => `<blockquote>${children}</blockquote>\n`,
    list: (children, { ordered, start }) =>
      ordered ? `<ol start="${start ?? 1}">${children}</ol>\n` : `<ul>${children}</ul>\n`,
    listItem: (children) => `<li>${children}</li>\n`,
    hr: () => "<hr>\n",
    table: (children) =>
      `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>${children}</table></div>\n`,
    thead: element("thead"),
    tbody: element("tbody"),
    tr: element("tr"),
    th: cell("th"),
    td: cell("td"),
    strong: element("strong"),
    emphasis: element("em"),
    codespan: (children) =>
      OWN_PAGES.has(children)
        ? `<a href="${children}"><code>${children}</code></a>`
        : `<code>${children}</code>`,
    link: (children, { href }) => `<a href="${Bun.escapeHTML(pathOfLink(href))}">${children}</a>`,
    // Comments speak to authors and tools; other HTML is shown as it was written.
    html: (children) => (children.startsWith("&lt;!--") ? "" : children),
  };
}

/** As the fence of a block says: ```` ```sh root ````. */
const USERS: Readonly<Record<string, string>> = {
  anybody: "As any user",
  service: "As root or as the service’s user",
  root: "As root",
};

/** Blocks of commands say who runs them. The renderer passes only a fence's first word, so the others are read here. */
function codeOf(markdown: string): (children: string) => string {
  const fences = [...markdown.matchAll(/^```([^\n]*)\n[\s\S]*?^```$/gm)].map(([, words = ""]) =>
    words.split(" "),
  );
  let next = 0;
  return (children) => {
    const [, user = ""] = fences[next++] ?? [];
    const label = USERS[user];
    const caption = label === undefined ? "" : `<p class="block-user">${label}</p>\n`;
    return `${caption}<pre tabindex="0"><code>${children}</code></pre>\n`;
  };
}

/** `tls.md#nginx` → `/docs/tls#nginx`; the forge's contents page is `/docs`. */
function pathOfLink(href: string): string {
  const [, name, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === undefined) return href;
  return name === "README" ? `/docs${anchor}` : `/docs/${name}${anchor}`;
}

function headingOf(headings: Heading[]) {
  return (children: string, { level }: { level: number }): string => {
    const text = plain(children);
    const heading = { level, id: newAnchor(text, headings), text };
    headings.push(heading);
    if (level === 1) return "";
    const label = html`Link to “${text}”`;
    return `<h${level} id="${heading.id}">${children} <a class="anchor" href="#${heading.id}" aria-label="${label.text}">#</a></h${level}>\n`;
  };
}

/** As code forges make anchors: lower case, hyphens for spaces, other marks dropped, repeated ones numbered. */
function newAnchor(text: string, earlier: readonly Heading[]): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
  const taken = new Set(earlier.map(({ id }) => id));
  for (let count = 0; ; count++) {
    const id = count === 0 ? slug : `${slug}-${count}`;
    if (!taken.has(id)) return id;
  }
}

const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
};

function plain(markup: string): string {
  return markup
    .replace(/<[^>]+>/g, "")
    .replace(/&(?:lt|gt|amp|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Stands in no text. */
const SECTION_MARK = "\u001e";
const HEADING_END = "\u001f";

/** The text below each heading, in the headings' order. */
function plainSections(markdown: string): string[] {
  const line = (children: string) => `${children}\n`;
  const text = Bun.markdown.render(markdown, {
    heading: (children) => `${SECTION_MARK}${children}${HEADING_END}`,
    html: () => "",
    paragraph: line,
    listItem: line,
    code: line,
    th: (children) => `${children} `,
    td: (children) => `${children} `,
    tr: line,
  });
  return text
    .split(SECTION_MARK)
    .slice(1)
    .map((section) =>
      section
        .slice(section.indexOf(HEADING_END) + 1)
        .replace(/\s+/g, " ")
        .trim(),
    );
}
