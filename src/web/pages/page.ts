import type { Markup } from "../../lib/html.ts";
import { textAnswer } from "../answers.ts";
import style from "./style.css" with { type: "text" };

const styleHash = new Bun.CryptoHasher("sha256").update(style).digest("base64");

/** A page loads nothing: its one style sheet is in it, named by its hash; there are no scripts. */
function contentSecurityPolicy(formAction: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

export interface PageOptions {
  status?: number;
  /** It has a form, or was the answer to one: what it shows is for its reader only. */
  form?: boolean;
}

export function pageAnswer(
  title: string,
  body: Markup,
  { status = 200, form = false }: PageOptions = {},
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
</main>
</body>
</html>
`;
  return textAnswer(status, "text/html; charset=utf-8", document, {
    "Content-Security-Policy": contentSecurityPolicy(form ? "'self'" : "'none'"),
    "Cache-Control": form ? "no-store" : "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  });
}
