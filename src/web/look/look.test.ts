import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { assetOf } from "./asset.ts";
import { fontFaces, fonts } from "./fonts.ts";

const sheets = readdirSync(import.meta.dir).filter((name) => name.endsWith(".css"));
const read = (name: string) => Bun.file(join(import.meta.dir, name)).text();

test("an asset's name changes with what is in it, and with nothing else", () => {
  expect(assetOf("page.css", "text/css", "a").path).toBe("/assets/page-ca978112ca1bbdca.css");
  expect(assetOf("page.css", "text/css", "b").path).not.toBe(assetOf("page.css", "text/css", "a").path);
});

test("every typeface has a file, and every file is named", () => {
  const named = [...fontFaces.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path);
  expect(named).toEqual(fonts.map(({ path }) => path));
});

test("the parts are all in the one sheet, and nothing there comes from elsewhere", async () => {
  const parts = [...(await read("components.css")).matchAll(/@import "\.\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(parts.toSorted()).toEqual(sheets.filter((name) => !/^(components|fonts)/.test(name)).toSorted());
  for (const sheet of sheets)
    expect(await read(sheet)).not.toMatch(/https?:\/\/(?!www\.w3\.org)|url\((?!"(data:|\w))/);
});

test("every value that a part uses is a token", async () => {
  const texts = await Promise.all(sheets.map(read));
  const declared = new Set(
    texts.flatMap((text) => [...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)),
  );
  const used = texts.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  expect(used.filter((name) => !declared.has(name))).toEqual([]);
});
