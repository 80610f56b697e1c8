import { Markup } from "../lib/html.ts";

/** Black on white, also on dark pages, because not every app reads the reverse. */
export async function qrSvg(text: string): Promise<string> {
  // Its tables would take milliseconds of every start.
  const { default: encodeQr } = await import("qr");
  return encodeQr(text, "svg", { border: 4 });
}

/** An image that is a part of the page. */
export async function qrCode(text: string, label: string): Promise<Markup> {
  const attributes = `class="qr-code" role="img" aria-label="${Bun.escapeHTML(label)}"`;
  return new Markup((await qrSvg(text)).replace("<svg ", `<svg ${attributes} `));
}
