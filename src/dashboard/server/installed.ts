/** Files that make the app installable: its manifest, its icons, and the worker that keeps its code. */
import { readFileSync } from "node:fs";
import icon192 from "../installed/icons/icon-192.png" with { type: "file" };
import icon512 from "../installed/icons/icon-512.png" with { type: "file" };
import maskable512 from "../installed/icons/maskable-512.png" with { type: "file" };
import worker from "../installed/service-worker.js" with { type: "text" };
import { ASSETS_PATH, assetOf, type BuiltFile } from "./build.ts";

const [PAPER, INK] = ["#fbfaf7", "#171b26"];
const ICONS = [
  { name: "icon-192.png", path: icon192, sizes: "192x192", purpose: "any" },
  { name: "icon-512.png", path: icon512, sizes: "512x512", purpose: "any" },
  { name: "maskable-512.png", path: maskable512, sizes: "512x512", purpose: "maskable" },
] as const;

interface Icon extends BuiltFile {
  sizes: string;
  purpose: string;
}

let read: readonly Icon[] | null = null;

export function icons(): readonly Icon[] {
  read ??= ICONS.map(({ name, path, sizes, purpose }) => ({
    ...assetOf(name, readFileSync(path)),
    sizes,
    purpose,
  }));
  return read;
}

/** @param product what the operator calls it. */
export function manifestOf(product: string): string {
  return JSON.stringify({
    id: "/app/",
    name: product,
    short_name: product,
    start_url: "/app/",
    scope: "/app/",
    display: "standalone",
    background_color: PAPER,
    theme_color: INK,
    icons: icons().map(({ name, sizes, purpose }) => ({
      src: `${ASSETS_PATH}/${name}`,
      type: "image/png",
      sizes,
      purpose,
    })),
    share_target: {
      action: "/app/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: { files: [{ name: "recording", accept: ["audio/*", "video/*"] }] },
    },
  });
}

/** @param files names of all files of this version. */
export function workerOf(version: string, files: readonly string[]): string {
  return `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(files)};\n${worker}`;
}
