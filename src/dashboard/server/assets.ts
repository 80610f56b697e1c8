/** The app's own files, each in the smallest form that the browser takes. */
import { join } from "node:path";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { accentSheet } from "../../web/look/accent.ts";
import { ASSETS_PATH, type BuiltFile, builtApp, linkOf, sheetOf } from "./build.ts";
import { type ServeFile, serveFolder } from "./files.ts";
import { icons } from "./installed.ts";
import { type Preloads, preloadLinks, preloadsOf } from "./preloads.ts";

const YEAR_SECONDS = 365 * 24 * 3600;

/** In the order in which they are preferred: the smaller ones first. */
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

/** A file never changes under its name. */
const HEADERS = {
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  Vary: "Accept-Encoding",
};

interface Served {
  serve: ServeFile;
  /** By name, compressed forms not counted. */
  types: ReadonlyMap<string, string>;
  compressed: ReadonlySet<string>;
}

export interface AppAssetsDeps {
  dataDir: string;
  version: string;
  config: Pick<Config, "web">;
}

export class AppAssets {
  #served: Promise<Served> | null = null;
  #preloads: Preloads | null = null;
  readonly #dataDir: string;
  readonly #version: string;
  readonly #ownSheets: readonly BuiltFile[];

  constructor({ dataDir, version, config: { web } }: AppAssetsDeps) {
    this.#dataDir = dataDir;
    this.#version = version;
    this.#ownSheets = web.color === undefined ? [] : [sheetOf("accent", accentSheet(web.color))];
  }

  /** The app's page, which names its files. @param path of the address that was asked for. */
  async page(path: string): Promise<string> {
    const built = await builtApp();
    this.#preloads ??= preloadsOf(built);
    const links = this.#ownSheets.map(linkOf).join("") + preloadLinks(this.#preloads, path);
    return built.page.replace("</head>", () => `${links}</head>`);
  }

  /** @throws TiroError `route_not_found`. */
  async answer(request: Request, name: string): Promise<Response> {
    const { serve, types, compressed } = await this.#open();
    const type = types.get(name);
    if (type === undefined) throw new TiroError("route_not_found", "There is no such file.");
    const accepted = (request.headers.get("accept-encoding") ?? "").split(",").map((each) => each.trim());
    const encoding = compressed.has(name) && ENCODINGS.find((each) => accepted.includes(each.name));
    const address = new URL(`${ASSETS_PATH}/${name}${encoding ? encoding.suffix : ""}`, request.url);
    const answer = await serve(new Request(address.href, { headers: request.headers }));
    answer.headers.set("Content-Type", type);
    if (encoding) answer.headers.set("Content-Encoding", encoding.name);
    return answer;
  }

  /** Of this version. */
  async names(): Promise<string[]> {
    return (await this.#files()).map(({ name }) => name);
  }

  async #files(): Promise<BuiltFile[]> {
    return [...(await builtApp()).files, ...this.#ownSheets, ...icons()];
  }

  /** With the first request: a server that nobody opens in a browser unpacks nothing. */
  #open(): Promise<Served> {
    this.#served ??= this.#unpack().catch((error) => {
      this.#served = null;
      throw error;
    });
    return this.#served;
  }

  async #unpack(): Promise<Served> {
    const files = await this.#files();
    const { unpackApp } = await import("./unpack.ts");
    const folder = await unpackApp(files, this.#dataDir, this.#version);
    const serve = await serveFolder({
      folder,
      path: ASSETS_PATH,
      headers: { ...HEADERS, "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable` },
    });
    const names = files.map(({ name }) => name);
    const isThere = await Promise.all(names.map((name) => Bun.file(join(folder, `${name}.br`)).exists()));
    return {
      serve,
      types: new Map(names.map((name) => [name, Bun.file(name).type])),
      compressed: new Set(names.filter((_, index) => isThere[index])),
    };
  }
}
