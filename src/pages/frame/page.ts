/** A document, and its headers for browsers. */
import { html, type Markup } from "../../lib/html.ts";
import { textAnswer } from "../../web/answers.ts";
import type { InterfaceLanguage } from "../../web/language.ts";
import type { Asset } from "../../web/look/asset.ts";
import { themeOf } from "../../web/theme.ts";
import { sheets, tabIcon } from "./assets.ts";
import type { Reading } from "./reader.ts";

/** The headers of every page. */
export const PAGE_HEADERS = { "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY" } as const;

/** A page loads this server's own style sheets, typefaces and mark; its script, if any, is in it, named by its hash. */
function contentSecurityPolicy(formAction: "'none'" | "'self'", script: string | null): string {
  const scripts = script === null ? [] : [`script-src 'sha256-${sha256(script)}'`, "connect-src 'self'"];
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    ...scripts,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PageOptions {
  status?: number;
  /** It has a form, or was the answer to one: its content is for its reader only. */
  form?: boolean;
  /** Its form is for everybody, such as one to search with, and so is what it shows. */
  publicForm?: boolean;
  /** Runs once the page is there. */
  script?: string | null;
  /** Apps may open it in a window of theirs, which has to find back to them: log-in and consent. */
  inWindows?: boolean;
}

export interface PageDocument extends PageOptions {
  language: InterfaceLanguage;
  /** The title of the browser's tab. */
  title: string;
  /** All between `<body>` and its end, with one `main`. */
  body: Markup;
  /** Follows the common one. */
  sheet?: Asset;
}

export function documentAnswer(reading: Reading, page: PageDocument): Response {
  const {
    language,
    title,
    body,
    sheet,
    status = 200,
    form = false,
    publicForm = false,
    script = null,
    inWindows = false,
  } = page;
  const { accent } = reading.brand;
  const theme = themeOf(reading.request);
  const loaded = [sheets.pages, ...(sheet ? [sheet] : []), ...(accent ? [accent] : [])];
  const document = html`<!doctype html>
<html lang="${language}"${theme === null ? "" : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<link rel="icon" href="${tabIcon.path}" type="${tabIcon.type}">
${loaded.map(({ path }) => html`<link rel="stylesheet" href="${path}">\n`)}</head>
<body>
${body}`;
  const end = `${script === null ? "" : `<script>${script}</script>`}\n</body>\n</html>\n`;
  return textAnswer(status, "text/html; charset=utf-8", document.text + end, {
    "Content-Security-Policy": contentSecurityPolicy(form || publicForm ? "'self'" : "'none'", script),
    "Cache-Control": form ? "no-store" : "no-cache",
    Vary: "Accept-Language, Cookie",
    ...(!inWindows && { "Cross-Origin-Opener-Policy": "same-origin" }),
    ...PAGE_HEADERS,
  });
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}
