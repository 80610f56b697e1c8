/** The typefaces as files, and the style sheet that names their addresses. */
import { readFileSync } from "node:fs";
import interLatinExt from "@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2" with {
  type: "file",
};
import interLatin from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with { type: "file" };
import monoLatin from "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2" with {
  type: "file",
};
import { type Asset, assetOf } from "./asset.ts";
import faces from "./fonts.css" with { type: "text" };

/** By the names that `fonts.css` gives them. */
const FILES = {
  "inter-latin.woff2": interLatin,
  "inter-latin-ext.woff2": interLatinExt,
  "jetbrains-mono-latin.woff2": monoLatin,
};

export const fonts: readonly Asset[] = Object.entries(FILES).map(([name, path]) =>
  assetOf(name, "font/woff2", readFileSync(path)),
);

/** `@font-face` with the addresses under which the files are served. */
export const fontFaces: string = Object.keys(FILES).reduce(
  (css, name, index) => css.replace(`url("${name}")`, `url("${fonts[index]?.path}")`),
  faces,
);
