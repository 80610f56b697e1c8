import { html, type Markup } from "../../lib/html.ts";
import { textAnswer } from "../../web/answers.ts";
import commonStyle from "./style.css" with { type: "text" };
import tokens from "./tokens.css" with { type: "text" };

/** What a browser is told of every page. */
export const PAGE_HEADERS = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
} as const;

/** A page loads nothing: its one style sheet and its script, if any, are in it, named by their hashes. */
function contentSecurityPolicy(
  formAction: "'none'" | "'self'",
  style: string,
  script: string | null,
): string {
  const scripts = script === null ? [] : [`script-src 'sha256-${sha256(script)}'`, "connect-src 'self'"];
  return [
    "default-src 'none'",
    `style-src 'sha256-${sha256(style)}'`,
    ...scripts,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PageOptions {
  status?: number;
  /** It has a form, or was the answer to one: what it shows is for its reader only. */
  form?: boolean;
  /** Its form is for everybody, such as one to search with, and so is what it shows. */
  publicForm?: boolean;
  /** Runs once the page is there. */
  script?: string | null;
}

export interface DocumentOptions extends PageOptions {
  /** Follows the tokens. */
  style: string;
}

/** A page in the common look. */
export function pageAnswer(title: string, body: Markup, options: PageOptions = {}): Response {
  return documentAnswer(
    title,
    html`<main>
${body}
</main>`,
    { ...options, style: commonStyle },
  );
}

/** @param body with its `main`. */
export function documentAnswer(
  title: string,
  body: Markup,
  { status = 200, form = false, publicForm = false, script = null, style: ownStyle }: DocumentOptions,
): Response {
  const style = tokens + ownStyle;
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<style>${style}</style>
</head>
<body>
${body.text}${script === null ? "" : `<script>${script}</script>`}
</body>
</html>
`;
  return textAnswer(status, "text/html; charset=utf-8", document, {
    "Content-Security-Policy": contentSecurityPolicy(form || publicForm ? "'self'" : "'none'", style, script),
    "Cache-Control": form ? "no-store" : "no-cache",
    ...PAGE_HEADERS,
  });
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}
