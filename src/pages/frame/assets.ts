/** The style sheets, the typefaces and the mark: all that pages load. */
import { z } from "zod";
import { TiroError } from "../../lib/errors.ts";
import { ASSETS_PATH, type Asset, assetOf } from "../../web/look/asset.ts";
import base from "../../web/look/base.css" with { type: "text" };
import blocks from "../../web/look/blocks.css" with { type: "text" };
import controls from "../../web/look/controls.css" with { type: "text" };
import { fontFaces, fonts } from "../../web/look/fonts.ts";
import gate from "../../web/look/gate.css" with { type: "text" };
import lists from "../../web/look/lists.css" with { type: "text" };
import screens from "../../web/look/screens.css" with { type: "text" };
import shell from "../../web/look/shell.css" with { type: "text" };
import signs from "../../web/look/signs.css" with { type: "text" };
import tokens from "../../web/look/tokens.css" with { type: "text" };
import { NOTHING_THERE } from "../../web/operation.ts";
import { type PublicRoute, publicRoute } from "../../web/route.ts";
import api from "../api/api.css" with { type: "text" };
import manual from "../manual/manual.css" with { type: "text" };
import { markFile } from "./drawings.ts";
import pages from "./pages.css" with { type: "text" };

const look = [fontFaces, tokens, base, shell, gate, controls, lists, signs, blocks, screens];

export const sheets = {
  /** Of every page. */
  pages: sheet("pages", [...look, pages]),
  /** Follow it. */
  manual: sheet("manual", [manual]),
  api: sheet("api", [api]),
};

export const tabIcon = assetOf("mark.svg", "image/svg+xml", markFile);

const assets = new Map([...fonts, ...Object.values(sheets), tabIcon].map((asset) => [asset.path, asset]));

const CONTENT = { "text/css": { schema: z.string() }, "font/woff2": {}, "image/svg+xml": {} };

const KEEP_SECONDS = 365 * 24 * 3600;

export function assetRoutes(): PublicRoute[] {
  return [
    publicRoute(
      `GET ${ASSETS_PATH}/:name`,
      {
        id: "getAsset",
        tags: ["Documentation"],
        summary: "A style sheet, typeface or image of the pages",
        path: { name: z.string().describe("Changes with what is in it.") },
        answers: { 200: { description: "The file.", content: CONTENT }, 404: NOTHING_THERE },
      },
      ({ params: { name }, brand: { accent } }) => {
        const path = `${ASSETS_PATH}/${name}`;
        return answer(path === accent?.path ? accent : assets.get(path));
      },
    ),
  ];
}

function answer(asset: Asset | undefined): Response {
  if (asset === undefined) throw new TiroError("route_not_found", "There is no such file.");
  const { type, body } = asset;
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": `public, max-age=${KEEP_SECONDS}, immutable`,
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function sheet(name: string, parts: string[]): Asset {
  return assetOf(`${name}.css`, "text/css; charset=utf-8", parts.join("\n"));
}
