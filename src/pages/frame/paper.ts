/** Documents for screen and paper: whole pages that load nothing, so that they can be sent as a file. */
import type { InterfaceLanguage } from "../../web/language.ts";
import base from "../../web/look/base.css" with { type: "text" };
import tokens from "../../web/look/tokens.css" with { type: "text" };
import common from "./paper.css" with { type: "text" };

export interface Paper {
  /** Its one style sheet, by its hash, and nothing else. */
  policy: string;
  page(language: InterfaceLanguage, title: string, main: string): string;
}

export function paper(ownStyle: string): Paper {
  const style = tokens + base + common + ownStyle;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${new Bun.CryptoHasher("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page: Paper["page"] = (language, title, main) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${Bun.escapeHTML(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return { policy, page };
}
