/** A company's own files: logo, imprint, help. */
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Config } from "../../config/schema.ts";
import { OperatorError, TiroError } from "../../lib/errors.ts";
import { SITE_PATH } from "../../web/look/brand.ts";
import { type PublicRoute, publicRoute } from "../../web/route.ts";
import { serveFolder } from "./files.ts";

/** Pages there may look as they like, but run nothing: they are of the same origin as people's sessions. */
const HEADERS = {
  "Cache-Control": "no-cache",
  "Content-Security-Policy":
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
};

/** @throws OperatorError `site_unusable` if the folder or the logo is not there. */
export function siteRoutes({ site_dir: folder, logo }: Config["web"]): PublicRoute[] {
  if (folder === undefined) return [];
  requireReadable(folder, logo);
  const root = realpathSync(folder);
  const serving = serveFolder({ folder: root, path: SITE_PATH, headers: HEADERS });
  return [
    publicRoute(`GET ${SITE_PATH}/*`, null, async ({ request }) => {
      await requireInside(root, new URL(request.url).pathname.slice(SITE_PATH.length));
      const answer = await (await serving)(request);
      for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value);
      return answer;
    }),
  ];
}

function requireReadable(folder: string, logo: string | undefined): void {
  try {
    if (!statSync(folder).isDirectory()) throw new Error("it is no folder");
    accessSync(folder, constants.R_OK | constants.X_OK);
    if (logo !== undefined) accessSync(join(folder, logo), constants.R_OK);
  } catch (cause) {
    throw new OperatorError("site_unusable", "The company's own files cannot be read.", {
      cause,
      hint: `web.site_dir is ${folder}${logo === undefined ? "" : ` and web.logo ${logo}`}: ${cause instanceof Error ? cause.message : cause}. Correct the path, or make it readable for this user.`,
    });
  }
}

/** Neither hidden files, nor what links lead to outside. @throws TiroError `route_not_found`. */
async function requireInside(root: string, path: string): Promise<void> {
  const missing = new TiroError("route_not_found", "There is no such file.");
  const segments = decoded(path)?.split("/") ?? [".."];
  if (segments.some((segment) => segment.startsWith(".") || segment.includes("\\") || segment.includes("\0")))
    throw missing;
  const found = await realpath(join(root, ...segments)).catch(() => null);
  if (found === null || !`${found}${sep}`.startsWith(`${root}${sep}`)) throw missing;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
