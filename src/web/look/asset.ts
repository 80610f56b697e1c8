/** A file that pages load. Its name changes with what is in it, so that browsers may keep it for good. */
export interface Asset {
  path: string;
  type: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** Where the door that serves them puts them. */
export const ASSETS_PATH = "/assets";

/** @param name such as `page.css`. */
export function assetOf(name: string, type: string, body: Asset["body"]): Asset {
  const hash = new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 16);
  return { path: `${ASSETS_PATH}/${name.replace(/(?=\.\w+$)/, `-${hash}`)}`, type, body };
}
