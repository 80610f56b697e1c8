import type { Config } from "../../config/schema.ts";
import type { Brand } from "../route.ts";
import { accentSheet } from "./accent.ts";
import { assetOf } from "./asset.ts";

/** Where a company's own files are. */
export const SITE_PATH = "/site";

export function brandOf({ name, logo, color }: Config["web"]): Brand {
  return {
    name,
    logo: logo === undefined ? null : `${SITE_PATH}/${logo}`,
    accent: color === undefined ? null : assetOf("accent.css", "text/css; charset=utf-8", accentSheet(color)),
  };
}
