/** Which scripts a page of the app needs, so that the browser fetches all of them at once instead of one after the other. */
import { ASSETS_PATH, type BuiltApp } from "./build.ts";

const FILE = `${ASSETS_PATH}/([\\w.-]+\\.js)`;
/** The definition of a page in the built script, with the script that it loads. */
const PAGE = new RegExp(`paths:\\["([^"]+)"(?:(?!paths:\\[).)*?import\\("${FILE}"\\)`, "gs");
const IMPORTED = new RegExp(`(?:from|import)\\s*"${FILE}"`, "g");

export interface Preloads {
  /** By the address of the page, without what follows it: names of files. */
  pages: ReadonlyMap<string, readonly string[]>;
  /** Of every page. */
  first: readonly string[];
}

export function preloadsOf({ page, files }: BuiltApp): Preloads {
  const texts = new Map(
    files.filter(({ name }) => name.endsWith(".js")).map((each) => [each.name, String(each.body)]),
  );
  /** With all that it imports before it runs, however deep. */
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, imported = ""] of (texts.get(name) ?? "").matchAll(IMPORTED)) withImports(imported, found);
    return found;
  };
  const entries = [...page.matchAll(new RegExp(`src="${FILE}"`, "g"))].map(([, name = ""]) => name);
  const first = new Set(entries.flatMap((name) => [...withImports(name)]));
  const pages = [...texts.values()].flatMap((text) =>
    [...text.matchAll(PAGE)].map(([, path = "", name = ""]) => {
      const own = [...withImports(name)].filter((each) => !first.has(each));
      return [path, own] as const;
    }),
  );
  return { first: [...first], pages: new Map(pages) };
}

/** @param path of the address that was asked for, such as `/app/recordings/rec_…`. */
export function preloadLinks({ pages, first }: Preloads, path: string): string {
  const own = pages.get(pageOf([...pages.keys()], path) ?? "") ?? [];
  return [...first, ...own]
    .map((each) => `<link rel="modulepreload" href="${ASSETS_PATH}/${each}">`)
    .join("");
}

/** The page whose address fits part by part, else the one with the longest address that the path begins with. */
function pageOf(addresses: readonly string[], path: string): string | undefined {
  const parts = path.split("/");
  const begins = (address: string) =>
    address
      .split("/")
      .every((part, index) => part === parts[index] || (part.startsWith(":") && parts[index]));
  const fitting = addresses.filter(begins).sort((one, other) => other.length - one.length);
  return (
    fitting.find((address) => address.split("/").length === parts.length) ??
    fitting.find((address) => !address.includes(":"))
  );
}
