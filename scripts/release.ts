/**
 * `bun run release VERSION`: writes the version and today's heading of the changelog, and says what comes next. Changes
 * two files and nothing else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const UNRELEASED = "## Unreleased\n";
/** https://semver.org, without build metadata, which packages cannot carry. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$/;

/** The changelog with what was unreleased below the version. @throws Error where that is no release. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [, changes = ""] = changelog.split(UNRELEASED);
  const own = changes.split(/^## /m)[0] ?? "";
  if (!/^- /m.test(own)) throw new Error("CHANGELOG.md has nothing below Unreleased");
  if (changelog.includes(`## ${version} `)) throw new Error(`CHANGELOG.md has a version ${version} already`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`);
}

/** package.json with the version. @throws Error where it is none, or an earlier one. */
export function releasedManifest(manifest: string, version: string): string {
  const { version: current } = JSON.parse(manifest);
  if (!VERSION.test(version)) throw new Error(`${version} is no version such as 1.2.3 or 1.2.3-rc.1`);
  if (Bun.semver.order(version, current) < 0) throw new Error(`${version} is earlier than ${current}`);
  return manifest.replace(`"version": "${current}"`, `"version": "${version}"`);
}

function change(name: string, edit: (text: string) => string): () => void {
  const path = join(ROOT, name);
  const text = edit(readFileSync(path, "utf8"));
  return () => writeFileSync(path, text);
}

if (import.meta.main) {
  const [version = ""] = process.argv.slice(2);
  const date = new Date().toISOString().slice(0, 10);
  const changes = [
    change("package.json", (text) => releasedManifest(text, version)),
    change("CHANGELOG.md", (text) => releasedChangelog(text, version, date)),
  ];
  for (const write of changes) write();
  console.log(`package.json and CHANGELOG.md are those of ${version}. Next, as CONTRIBUTING.md says:
  git commit --all --message "release: ${version}" && bun run test
  git tag --annotate v${version} --message "tiro ${version}"
  bun run package --sign KEY`);
}
