import encodeQr from "qr";
import { Markup } from "../lib/html.ts";

/** Black on white, also on dark pages, because not every app reads the reverse. */
export function qrSvg(text: string): string {
  return encodeQr(text, "svg", { border: 4 });
}

/** An image that is a part of the page. */
export function qrCode(text: string, label: string): Markup {
  const attributes = `class="qr-code" role="img" aria-label="${Bun.escapeHTML(label)}"`;
  return new Markup(qrSvg(text).replace("<svg ", `<svg ${attributes} `));
}
