import type { Config } from "../../config/schema.ts";
import { accentSheet } from "./accent.ts";
import { type Asset, assetOf } from "./asset.ts";

/** The product's name and look, from the operator. */
export interface Brand {
  name: string;
  /** An address of this server; null if it is tiro's own mark. */
  logo: string | null;
  /** Sheet with colours of the operator's own. */
  accent: Asset | null;
}

/** Where a company's own files are. */
export const SITE_PATH = "/site";

export function brandOf({ name, logo, color }: Config["web"]): Brand {
  return {
    name,
    logo: logo === undefined ? null : `${SITE_PATH}/${logo}`,
    accent: color === undefined ? null : assetOf("accent.css", "text/css; charset=utf-8", accentSheet(color)),
  };
}
