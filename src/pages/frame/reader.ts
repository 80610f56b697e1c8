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

/** «tiro at speech.example.com». */
function placeOf(reading: Reading): string {
  return frameMessages[languageOf(reading)].placeOf(reading.brand.name, new URL(reading.publicUrl).host);
}

/** «speech.example.com · Acme». */
export function hostAndOrganizations({ publicUrl, reader }: Reading): string {
  return [new URL(publicUrl).host, ...(reader?.organizations ?? [])].join(" · ");
}

/** Where the reader is, and for whom. */
export function footerOf(reading: Reading): Markup {
  const parts = [
    placeOf(reading),
    ...(reading.reader?.organizations ?? []),
    frameMessages[languageOf(reading)].stays,
  ];
  return html`<footer>${parts.map((part) => html`<span>${part}</span>\n`)}</footer>`;
}
