import { ASSETS_PATH, type BuiltApp, type BuiltFile } from "../../src/dashboard/server/build.ts";

/** The scripts that the browser loads before anything is drawn: those of the page, and what they import at once. */
export function firstScripts({ page, files }: BuiltApp): BuiltFile[] {
  const found = new Map<string, BuiltFile>();
  const add = (text: string, pattern: RegExp) => {
    for (const [, name] of text.matchAll(pattern)) {
      const file = files.find((each) => each.name === name);
      if (file === undefined) throw new Error(`${name} is missing`);
      if (found.has(file.name)) continue;
      found.set(file.name, file);
      add(file.body.toString(), new RegExp(`(?:from|import)\\s*"${ASSETS_PATH}/([\\w.-]+\\.js)"`, "g"));
    }
  };
  add(page, new RegExp(`src="${ASSETS_PATH}/([\\w.-]+\\.js)"`, "g"));
  return [...found.values()];
}
