/**
 * `bun run release VERSION`: writes the version, today's heading of the changelog, and the version that the examples for
 * Kubernetes, Helm and Ansible name, and says what comes next. Changes these files and nothing else.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
/** Examples that install one version. */
export const PINNED = [
  "config/kubernetes/tiro.yaml",
  "config/kubernetes/workers.yaml",
  "config/helm/Chart.yaml",
  "config/ansible/roles/tiro/defaults/main.yml",
];
const UNRELEASED = "## Unreleased\n";
/** https://semver.org, without build metadata, which packages cannot carry. */
const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$/;

/** The changelog with what was unreleased below the version. @throws Error if that is no release. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  const [, changes = ""] = changelog.split(UNRELEASED);
  const own = changes.split(/^## /m)[0] ?? "";
  if (!/^- /m.test(own)) throw new Error("CHANGELOG.md has nothing below Unreleased");
  if (changelog.includes(`## ${version} `)) throw new Error(`CHANGELOG.md has a version ${version} already`);
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`);
}

/** package.json with the version. @throws Error if it is none, or an earlier one. */
export function releasedManifest(manifest: string, version: string): string {
  const { version: current } = JSON.parse(manifest);
  if (!VERSION.test(version)) throw new Error(`${version} is no version such as 1.2.3 or 1.2.3-rc.1`);
  if (Bun.semver.order(version, current) < 0) throw new Error(`${version} is earlier than ${current}`);
  return manifest.replace(`"version": "${current}"`, `"version": "${version}"`);
}

/** An example that names the version it installs. @throws Error if it does not name it once. */
export function releasedExample(text: string, version: string): string {
  const named = /(\bimage: tiro:|^tiro_version: "|^version: &version )([^"\s]+)/gm;
  if (text.match(named)?.length !== 1) throw new Error("an example does not name the version once");
  return text.replace(named, (_, before) => `${before}${version}`);
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
    ...PINNED.map((name) => change(name, (text) => releasedExample(text, version))),
  ];
  for (const write of changes) write();
  console.log(`package.json, CHANGELOG.md and the examples are those of ${version}. Next, as CONTRIBUTING.md says:
  git commit --all --message "release: ${version}" && bun run test
  git tag --annotate v${version} --message "tiro ${version}"
  bun run package --sign KEY`);
}
