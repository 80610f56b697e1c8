/** The manual as it is shown: every link leads somewhere, here and on a code forge, and nothing in it is taken for markup. */
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../../test/support/database.ts";
import { processorMs } from "../../../test/support/processor-time.ts";
import { limits } from "../../config/limits.ts";
import { loadConfig } from "../../config/load.ts";
import { openManual } from "./pages.ts";
import { renderMarkdown } from "./render.ts";
import { searchManual } from "./search.ts";

const ROOT = join(import.meta.dir, "../../..");
const FOLDER = join(ROOT, "src/manual");
const manual = await openManual();
const shown = [{ name: "README", ...manual.contents }, ...manual.pages];

test("every file of the manual is a page, and the contents name it once", () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.md$/, ""));
  expect(shown.map(({ name }) => name).sort()).toEqual(files.sort());
});

test("the contents call each page by its title", () => {
  const contents = readFileSync(join(FOLDER, "README.md"), "utf8");
  for (const { name, title } of manual.pages) expect(contents).toContain(`[${title}](${name}.md)`);
});

test("every link and anchor below /docs resolves", () => {
  const anchors = new Map(
    shown.map(({ name, sections }) => [name, sections.map(({ heading }) => heading.id)]),
  );
  for (const { name, markup } of shown)
    for (const [, href = ""] of markup.text.matchAll(/<a (?:class="anchor" )?href="([^"]*)"/g)) {
      if (/^(https:|\/(docs\/(api|connect|errors)|(async|open)api\.json|account|billing)$)/.test(href))
        continue;
      const [, page = name, anchor] = /^(?:\/docs\/?([\w-]*))?(?:#(.+))?$/.exec(href) ?? [
        href,
        "no such page",
      ];
      const known = anchors.get(page === "" ? "README" : page);
      expect([name, href, known !== undefined]).toEqual([name, href, true]);
      if (anchor !== undefined) expect([name, href, known?.includes(anchor)]).toEqual([name, href, true]);
    }
});

describe("on a code forge", () => {
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "config/README.md",
  ];
  const pages = readdirSync(FOLDER).map((file) => `src/manual/${file}`);
  test.each([...documents, ...pages])("every link of %s leads to a file and a heading in it", (path) => {
    const text = readFileSync(join(ROOT, path), "utf8").replace(/^```[\s\S]*?^```/gm, "");
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [file = "", anchor] = target.split("#");
      const linked = file === "" ? path : join(dirname(path), file);
      expect([target, existsSync(join(ROOT, linked))]).toEqual([target, true]);
      if (anchor === undefined) continue;
      const { sections } = renderMarkdown(readFileSync(join(ROOT, linked), "utf8"));
      expect(sections.map(({ heading }) => heading.id)).toContain(anchor);
    }
  });
});

describe("rendering", () => {
  test("what looks like HTML is text, in prose, code, tables and links; comments are not shown", () => {
    const { markup } = renderMarkdown(
      '# <b>&\n\n<script>x</script> `<i>` [a](x.md"><b>)\n\n<div onclick="x">y</div>\n\n<!-- hidden -->\n\n```html\n<u>\n```\n\n| <s> |\n|---|\n| <q> |\n',
    );
    const names = [...markup.text.matchAll(/<([a-z]\w*)/g)].map(([, name = ""]) => name);
    for (const name of ["b", "script", "i", "u", "s", "q"]) expect(names).not.toContain(name);
    expect(names.filter((name) => name === "div")).toHaveLength(1);
    expect(markup.text).not.toContain("hidden");
  });

  test("headings get the anchors of code forges, repeated ones a number", () => {
    const { sections } = renderMarkdown("# Say `no` & go: it’s A/B\n\n## Same\n\nOne.\n\n## Same\n\nTwo.\n");
    expect(sections.map(({ heading, text }) => [heading.id, text])).toEqual([
      ["say-no--go-its-ab", ""],
      ["same", "One."],
      ["same-1", "Two."],
    ]);
  });

  test("blocks of commands say who runs them, each its own", () => {
    const { markup } = renderMarkdown(
      "```sh root example: x\na\n```\n\n```json\nb\n```\n\n3. Go on:\n\n```sh service\nc\n```\n\n```sh anybody\nd\n```\n",
    );
    const told = [...markup.text.matchAll(/(?:<p class="block-user">([^<]*)<\/p>\n)?<pre[^>]*><code>(\w)/g)];
    expect(told.map(([, user = null, code]) => [code, user])).toEqual([
      ["a", "As root"],
      ["b", null],
      ["c", "As root or as the service’s user"],
      ["d", "As any user"],
    ]);
    expect(markup.text).toContain('<ol start="3">');
  });

  test.each(manual.pages.map(({ name }) => name))("%s: a block's fence begins its line", (name) => {
    // The words of fences are read line by line: one that is indented would shift them.
    const file = name === "" ? "README" : name;
    const markdown = readFileSync(join(ROOT, `src/manual/${file}.md`), "utf8");
    const fences = markdown.match(/^```/gm) ?? [];
    const blocks = renderMarkdown(markdown).markup.text.match(/<pre /g) ?? [];
    expect(fences.length).toBe(2 * blocks.length);
  });

  test("links between files become links between pages", () => {
    const { markup } = renderMarkdown(
      "[a](tls.md#nginx) [b](README.md) [c](#here) [d](https://x.test/y.md) `/docs/errors`",
    );
    expect([...markup.text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      "/docs/tls#nginx",
      "/docs",
      "#here",
      "https://x.test/y.md",
      "/docs/errors",
    ]);
  });
});

describe("search", () => {
  const found = (query: string) =>
    searchManual(manual.pages, query).map(({ page, heading }) => `${page.name}#${heading.id}`);

  test.each([
    ["backup running", "backup#backup-and-restore"],
    ["zero retention", "dictation#zero-retention"],
    ["TIRO_BILLING_MODE", "settings#billingmode"],
    ["whisper-1", "api-guide#openais-client-libraries"],
    ["PASSKEYS", "people#log-in"],
  ])("%s", (query, section) => {
    expect(found(query)).toContain(section);
  });

  test("a heading goes before text", () => {
    expect(found("idempotency")[0]).toBe("api-guide#idempotency");
  });

  test.each(["", "   ", "zzzz", "backup zzzz"])("%j finds nothing", (query) => {
    expect(found(query)).toEqual([]);
  });

  test("marks and patterns are words like others, and snippets are escaped", () => {
    for (const query of ["(", ".*", "<script>", "\\", "$&"]) expect(() => found(query)).not.toThrow();
    for (const { snippet } of searchManual(manual.pages, "tiro_…"))
      expect(snippet.text.replace(/<\/?mark>/g, "")).not.toMatch(/[<>]/);
    const [hit] = searchManual(manual.pages, "quarantined");
    expect(hit?.snippet.text).toContain("<mark>quarantined</mark>");
  });

  test.each([
    ["rare", (at: number) => String.fromCodePoint(0x4e00 + at)],
    ["common", (at: number) => `${String.fromCharCode(97 + (at % 26))}${"aeiourst"[at % 8]}`],
  ])("hundreds of %s words hold nobody up", (_, word) => {
    const query = Array.from({ length: limits.searchQueryChars / 2 }, (_, at) => word(at)).join(" ");
    expect(processorMs(() => found(query.slice(0, limits.searchQueryChars)))).toBeLessThan(20);
  });

  test("shows no more than its bound", () => {
    expect(found("a")).toHaveLength(limits.manualHits);
  });
});

test("every TOML example loads", () => {
  using folder = temporaryFolder();
  const examples = shown.flatMap(({ name }) =>
    [...readFileSync(join(FOLDER, `${name}.md`), "utf8").matchAll(/^```toml\n([\s\S]*?)^```/gm)].map(
      ([, code = ""]) => code,
    ),
  );
  expect(examples.length).toBeGreaterThan(5);
  for (const [index, code] of examples.entries()) {
    const file = join(folder.path, `${index}.toml`);
    writeFileSync(file, code);
    loadConfig({ file, environment: {} });
  }
});
