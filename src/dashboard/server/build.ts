/** The app as the browser loads it: compiled into the executable, or built from its source. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isCompiled } from "../../lib/self-command.ts";
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
  raw.push(fontSheet());
  const names = raw.map(({ name }) => name).filter((name) => !name.endsWith(".html"));
  const files = raw.map((file) =>
    isText(file.name) ? { ...file, body: addressed(file.body, names) } : file,
  );
  const page = files.find(({ name }) => name.endsWith(".html"));
  if (page === undefined) throw new Error("the app was built without its page");
  const fonts = `<link rel="stylesheet" href="${ASSETS_PATH}/${fontSheet().name}">`;
  return {
    page: page.body.toString().replace("</head>", `${fonts}</head>`),
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

/** The bundler would write the typefaces into the sheet; the pages without scripts load the same files. */
function fontSheet(): BuiltFile {
  const hash = new Bun.CryptoHasher("sha256").update(fontFaces).digest("hex").slice(0, 8);
  return { name: `fonts-${hash}.css`, body: Buffer.from(fontFaces) };
}

/** The bundler leaves the files at the root of the server: their names are put below `ASSETS_PATH`. */
function addressed(body: Buffer, names: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.from(
    names.reduce((text, name) => text.replaceAll(`"/${name}"`, `"${ASSETS_PATH}/${name}"`), body.toString()),
  );
}

function isText(name: string): boolean {
  return /\.(html|js|css)$/.test(name);
}
