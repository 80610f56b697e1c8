/** The manual's files, embedded; its `README.md` is the contents page and gives their order. */
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import apiGuide from "../../manual/api-guide.md" with { type: "text" };
import backup from "../../manual/backup.md" with { type: "text" };
import billing from "../../manual/billing.md" with { type: "text" };
import cluster from "../../manual/cluster.md" with { type: "text" };
import commandLine from "../../manual/command-line.md" with { type: "text" };
import commands from "../../manual/commands.md" with { type: "text" };
import companyLogIn from "../../manual/company-log-in.md" with { type: "text" };
import configure from "../../manual/configure.md" with { type: "text" };
import dashboard from "../../manual/dashboard.md" with { type: "text" };
import dictation from "../../manual/dictation.md" with { type: "text" };
import gpu from "../../manual/gpu.md" with { type: "text" };
import install from "../../manual/install.md" with { type: "text" };
import languages from "../../manual/languages.md" with { type: "text" };
import ldap from "../../manual/ldap.md" with { type: "text" };
import licence from "../../manual/licence.md" with { type: "text" };
import live from "../../manual/live.md" with { type: "text" };
import mail from "../../manual/mail.md" with { type: "text" };
import mcp from "../../manual/mcp.md" with { type: "text" };
import monitoring from "../../manual/monitoring.md" with { type: "text" };
import people from "../../manual/people.md" with { type: "text" };
import contents from "../../manual/README.md" with { type: "text" };
import recordings from "../../manual/recordings.md" with { type: "text" };
import security from "../../manual/security.md" with { type: "text" };
import settings from "../../manual/settings.md" with { type: "text" };
import sizing from "../../manual/sizing.md" with { type: "text" };
import tls from "../../manual/tls.md" with { type: "text" };
import troubleshooting from "../../manual/troubleshooting.md" with { type: "text" };
import tutorial from "../../manual/tutorial.md" with { type: "text" };
import upgrade from "../../manual/upgrade.md" with { type: "text" };
import watchFolders from "../../manual/watch-folders.md" with { type: "text" };
import webhooks from "../../manual/webhooks.md" with { type: "text" };
import { type RenderedPage, renderMarkdown } from "./render.ts";

const FILES: Readonly<Record<string, string>> = {
  "api-guide": apiGuide,
  backup,
  billing,
  cluster,
  "command-line": commandLine,
  commands,
  "company-log-in": companyLogIn,
  configure,
  dashboard,
  dictation,
  gpu,
  install,
  languages,
  ldap,
  licence,
  live,
  mail,
  mcp,
  monitoring,
  people,
  recordings,
  security,
  settings,
  sizing,
  tls,
  troubleshooting,
  tutorial,
  upgrade,
  "watch-folders": watchFolders,
  webhooks,
};

export interface ManualPage extends RenderedPage {
  /** Its address is `/docs/` and this. */
  name: string;
}

export interface ManualGroup {
  title: string;
  pages: ManualPage[];
}

export interface Manual {
  contents: RenderedPage;
  groups: ManualGroup[];
  /** In the order of reading. */
  pages: ManualPage[];
}

/** The pages as they were written, with their contents page, by file name. */
export function manualFiles(): [name: string, text: string][] {
  const all = { README: contents, ...FILES };
  return Object.entries(all).map(([name, text]) => [`${name}.md`, text]);
}

let manual: Promise<Manual> | null = null;

/** Rendered with the first request that asks for it, beside others. */
export function openManual(): Promise<Manual> {
  manual ??= inTurns(readManual(), limits.documentTurnMs);
  return manual;
}

function* readManual(): Slices<Manual> {
  const groups: ManualGroup[] = [];
  for (const group of contents.split(/^## /m).slice(1))
    groups.push({ title: group.slice(0, group.indexOf("\n")), pages: yield* linkedPages(group) });
  return { contents: renderMarkdown(contents), groups, pages: groups.flatMap(({ pages }) => pages) };
}

function* linkedPages(group: string): Slices<ManualPage[]> {
  const pages: ManualPage[] = [];
  for (const [, name = ""] of group.matchAll(/^- \[.*?\]\(([\w-]+)\.md\)/gm)) {
    const text = FILES[name];
    if (text === undefined) throw new Error(`The manual's contents name ${name}.md, which is not embedded.`);
    pages.push({ name, ...renderMarkdown(text) });
    yield;
  }
  return pages;
}
