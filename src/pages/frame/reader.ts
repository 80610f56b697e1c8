/** Who reads a page, and where they are. */
import { html, type Markup } from "../../lib/html.ts";
import { type InterfaceLanguage, interfaceLanguage } from "../../web/language.ts";
import type { Exchange } from "../../web/route.ts";
import { frameMessages } from "../messages/frame.ts";

/** As much of the request as a page needs. */
export type Reading = Pick<Exchange, "request" | "publicUrl" | "reader" | "brand">;

export function languageOf({ request, reader }: Reading): InterfaceLanguage {
  return interfaceLanguage(reader?.language ?? null, request.headers.get("accept-language"));
}

/** By day or by night, where the person chose it in the app. */
export function themeOf({ request }: Reading): string | null {
  const [, theme = null] =
    /(?:^|;\s*)tiro_theme=(light|dark)(?:;|$)/.exec(request.headers.get("cookie") ?? "") ?? [];
  return theme;
}

/** «tiro at speech.example.com». */
export function placeOf(reading: Reading, language = languageOf(reading)): string {
  return frameMessages[language].placeOf(reading.brand.name, new URL(reading.publicUrl).host);
}

/** Where the reader is, and for whom. */
export function hostAndOrganizations({ publicUrl, reader }: Reading): string {
  return [new URL(publicUrl).host, ...(reader?.organizations ?? [])].join(" · ");
}

export function footerOf(reading: Reading): Markup {
  const parts = [
    placeOf(reading),
    ...(reading.reader?.organizations ?? []),
    frameMessages[languageOf(reading)].stays,
  ];
  return html`<footer>${parts.map((part) => html`<span>${part}</span>\n`)}</footer>`;
}
