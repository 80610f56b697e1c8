import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { PINNED, releasedChangelog, releasedExample, releasedManifest } from "./release.ts";

const CHANGELOG = `# Changelog

## Unreleased

### Added

- A thing.

## 1.0.0 - 2026-01-02

- The first.
`;

test("what was unreleased stands below version and date", () => {
  expect(releasedChangelog(CHANGELOG, "1.1.0-rc.1", "2026-03-04")).toBe(
    CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n## 1.1.0-rc.1 - 2026-03-04\n"),
  );
});

test.each([
  ["nothing changed", CHANGELOG.replace("- A thing.", ""), "1.1.0", "nothing below Unreleased"],
  ["the version is there", CHANGELOG, "1.0.0", "has a version 1.0.0 already"],
])("a changelog in which %s is refused", (_, changelog, version, says) => {
  expect(() => releasedChangelog(changelog, version, "2026-03-04")).toThrow(says);
});

test.each([
  ["1.2.3", '{\n  "version": "1.2.3"\n}'],
  ["1.2.2", '{\n  "version": "1.2.2"\n}'],
])("version %s is written", (version, manifest) => {
  expect(releasedManifest('{\n  "version": "1.2.2"\n}', version)).toBe(manifest);
});

test.each(["1.2.1", "1.2.2-rc.1", "v1.2.3", "1.2", "1.2.3+7", ""])("%p is no later version", (version) => {
  expect(() => releasedManifest('{\n  "version": "1.2.2"\n}', version)).toThrow();
});

test.each(PINNED)("%s names this version, and the next one after its release", (name) => {
  const text = readFileSync(join(import.meta.dir, "..", name), "utf8");
  expect(releasedExample(text, packageJson.version)).toBe(text);
  expect(releasedExample(text, "9.8.7-rc.1")).toContain("9.8.7-rc.1");
  expect(text).not.toContain(":latest");
});

test("an example that names no version, or two, is refused", () => {
  for (const text of ["image: other:1\n", "image: tiro:1\nimage: tiro:2\n"])
    expect(() => releasedExample(text, "1.0.0")).toThrow("once");
});
