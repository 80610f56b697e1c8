/** The app as the browser loads it: compiled into the executable, or built from its source. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isCompiled } from "../../lib/self-command.ts";
import { MARK } from "../../web/look/drawings.ts";
import { fontFaces } from "../../web/look/fonts.ts";
import app from "../index.html";

/** Where its files are served, each under a name that changes with its content. */
export const ASSETS_PATH = "/app/assets";

export interface BuiltApp {
  /** With the addresses under which the files are served. */
  page: string;
  files: readonly BuiltFile[];
}

export interface BuiltFile {
  name: string;
  body: Buffer<ArrayBuffer>;
}

let built: Promise<BuiltApp> | null = null;

/** Once a process: from source it takes a moment. */
export function builtApp(): Promise<BuiltApp> {
  built ??= build().catch((error) => {
    built = null;
    throw error;
  });
  return built;
}

async function build(): Promise<BuiltApp> {
  const raw = isCompiled() ? carriedFiles() : await filesFromSource();
  const sheet = sheetOf("fonts", fontFaces);
  raw.push(sheet);
  const names = new Set(raw.map(({ name }) => name).filter((name) => !name.endsWith(".html")));
  const files = raw.map((file) =>
    isText(file.name) ? { ...file, body: addressed(file.body, names) } : file,
  );
  const page = files.find(({ name }) => name.endsWith(".html"));
  if (page === undefined) throw new Error("the app was built without its page");
  const links = `${linkOf(sheet)}<link rel="icon" href="${icon()}"><link rel="manifest" href="/app/manifest.webmanifest">`;
  return {
    page: page.body.toString().replace("</head>", `${links}</head>`),
    files: files.filter((file) => file !== page),
  };
}

function carriedFiles(): BuiltFile[] {
  return (app.files ?? []).map(({ path }) => ({ name: basename(path), body: readFileSync(path) }));
}

async function filesFromSource(): Promise<BuiltFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(import.meta.dir, "../index.html")],
    target: "browser",
    splitting: true,
    minify: true,
    publicPath: "/",
    naming: { entry: "[name]-[hash].[ext]" },
  });
  return Promise.all(
    outputs.map(async (output) => ({
      name: basename(output.path),
      body: Buffer.from(await output.arrayBuffer()),
    })),
  );
}

/** A style sheet that no bundler has seen: it would write the typefaces into it, which the pages without scripts load too. */
export function sheetOf(name: string, text: string): BuiltFile {
  return assetOf(`${name}.css`, Buffer.from(text));
}

/** Under a name that changes with what is in it. */
export function assetOf(name: string, body: Buffer<ArrayBuffer>): BuiltFile {
  const hash = new Bun.CryptoHasher("sha256").update(body).digest("hex").slice(0, 8);
  return { name: name.replace(/(?=\.\w+$)/, `-${hash}`), body };
}

export function linkOf({ name }: BuiltFile): string {
  return `<link rel="stylesheet" href="${ASSETS_PATH}/${name}">`;
}

/** The mark, in the ink of light and dark windows. */
function icon(): string {
  const ink = "path{fill:#171b26}@media(prefers-color-scheme:dark){path{fill:#ecebe6}}";
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${MARK.viewBox}"><style>${ink}</style><path d="${MARK.path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/** The bundler leaves the files at the root of the server: their names are put below `ASSETS_PATH`. */
function addressed(body: Buffer, names: ReadonlySet<string>): Buffer<ArrayBuffer> {
  const text = body.toString();
  return Buffer.from(
    text.replace(/"\/([\w.-]+)"/g, (whole, name) => (names.has(name) ? `"${ASSETS_PATH}/${name}"` : whole)),
  );
}

function isText(name: string): boolean {
  return /\.(html|js|css)$/.test(name);
}
