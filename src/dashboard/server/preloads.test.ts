import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { builtApp } from "./build.ts";
import { preloadLinks, preloadsOf } from "./preloads.ts";

test("every page names the scripts that it needs, each of which is there", async () => {
  const built = await builtApp();
  const preloads = preloadsOf(built);
  expect(preloads.pages.size).toBe(readdirSync(join(import.meta.dir, "../pages")).length);
  const names = new Set(built.files.map(({ name }) => name));
  const common = preloadLinks(preloads, "/app/none");
  for (const path of preloads.pages.keys()) {
    const links = preloadLinks(preloads, path);
    expect(links).toStartWith(common);
    expect(links.length).toBeGreaterThan(common.length);
    for (const [, name = ""] of links.matchAll(/href="\/app\/assets\/([^"]+)"/g))
      expect(names).toContain(name);
  }
  const [list, transcript] = ["/app/recordings", "/app/recordings/rec_1"].map((path) =>
    preloadLinks(preloads, path),
  );
  expect(transcript).not.toBe(list);
  expect(preloadLinks(preloads, "/app/recordings/jobs/req_1")).toBe(list ?? "");
});
