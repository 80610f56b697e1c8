/** Forms of the appliance's own pages. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { contentTypeOf, readBody } from "./body.ts";

const TYPE = "application/x-www-form-urlencoded";

/** @throws `unsupported_media_type`, `payload_too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (contentTypeOf(request) !== TYPE)
    throw new TiroError("unsupported_media_type", `The body must be ${TYPE}.`);
  return new URLSearchParams((await readBody(request, limits.formBytes)).toString());
}

/**
 * Whether a form was sent from a page of this server. Browsers send either of the two headers with every form, and no
 * other page can choose them (Fetch, "Sec-Fetch-Site" and "Origin").
 */
export function isSameOrigin({ headers }: Request, publicUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  return origin === publicUrl || new URL(origin).host === headers.get("host");
}
