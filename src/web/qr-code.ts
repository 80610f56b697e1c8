import encodeQr from "qr";
import { Markup } from "../../lib/html.ts";

/** An image that is a part of the page: black on white, also on dark pages, because not every app reads the reverse. */
export function qrCode(text: string, label: string): Markup {
  const svg = encodeQr(text, "svg", { border: 4 });
  return new Markup(
    svg.replace("<svg ", `<svg class="qr" role="img" aria-label="${Bun.escapeHTML(label)}" `),
  );
}
