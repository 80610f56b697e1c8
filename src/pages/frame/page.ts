import type { Markup } from "../../lib/html.ts";
import { textAnswer } from "../../web/answers.ts";
import style from "./style.css" with { type: "text" };

/** What a browser is told of every page. */
export const PAGE_HEADERS = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
} as const;

const styleHash = sha256(style);

/** A page loads nothing: its one style sheet and its script, if any, are in it, named by their hashes. */
function contentSecurityPolicy(formAction: "'none'" | "'self'", script: string | null): string {
  const scripts = script === null ? [] : [`script-src 'sha256-${sha256(script)}'`, "connect-src 'self'"];
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
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
  /** Runs once the page is there. */
  script?: string | null;
}

export function pageAnswer(
  title: string,
  body: Markup,
  { status = 200, form = false, script = null }: PageOptions = {},
): Response {
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body.text}
</main>${script === null ? "" : `<script>${script}</script>`}
</body>
</html>
`;
  return textAnswer(status, "text/html; charset=utf-8", document, {
    "Content-Security-Policy": contentSecurityPolicy(form ? "'self'" : "'none'", script),
    "Cache-Control": form ? "no-store" : "no-cache",
    ...PAGE_HEADERS,
  });
}

function sha256(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("base64");
}
