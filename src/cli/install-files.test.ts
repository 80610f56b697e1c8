import { describe, expect, test } from "bun:test";
import { appendFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/support/database.ts";
import { runTiro } from "../../test/support/tiro.ts";
import { loadConfig } from "../config/load.ts";
import { DEBIAN, installationFiles, LOCAL, RED_HAT } from "./installation/files.ts";
import { describeProgram } from "./program.ts";

const MANUAL = join(import.meta.dir, "../manual");

interface Outcome {
  path: string;
  outcome: string;
}

describe("tiro install-files DIR", () => {
  test("writes all files once, and again only what somebody changed and is not theirs", () => {
    using folder = temporaryFolder();
    const install = (): Outcome[] => JSON.parse(runTiro("install-files", folder.path, "--json").stdout).files;
    const first = install();
    expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(["written"]));
    expect(install().every(({ outcome }) => outcome === "unchanged")).toBe(true);

    const config = join(folder.path, "etc/tiro/tiro.toml");
    const unit = join(folder.path, "etc/systemd/system/tiro.service");
    for (const path of [config, unit]) appendFileSync(path, "# changed\n");
    const changed = install().filter(({ outcome }) => outcome !== "unchanged");
    expect(changed).toEqual([
      { path: config, outcome: "kept" },
      { path: unit, outcome: "written" },
    ]);
    expect(readFileSync(config, "utf8")).toEndWith("# changed\n");
    expect(statSync(unit).mode & 0o777).toBe(0o644);
    expect(statSync(join(folder.path, "etc/tiro")).mode & 0o777).toBe(0o755);
    // The written file is a valid configuration.
    expect(loadConfig({ file: config, environment: {} }).file).toBe(config);
  });

  test.each([
    [[], "Name a folder, or --system"],
    [["somewhere", "--system"], "Name a folder, or --system"],
    [["--system"], "Only the executable installs itself"],
    [["/proc/nowhere"], "[not_writable]"],
  ])("%p is refused", (words, says) => {
    const { code, stderr } = runTiro("install-files", ...words);
    expect({ code, says: stderr.includes(says) }).toEqual({ code: 1, says: true });
  });
});

test.each([
  ["an administrator's own", LOCAL, "/etc/systemd/system/tiro.service", "/usr/local/bin/tiro"],
  ["Debian's", DEBIAN, "/usr/lib/systemd/system/tiro.service", "/usr/bin/tiro"],
  ["Red Hat's", RED_HAT, "/usr/lib/systemd/system/tiro.service", "/usr/bin/tiro"],
])("the unit of %s layout starts its executable", async (_, layout, path, executable) => {
  const files = await installationFiles(layout, await describeProgram());
  const unit = files.find((file) => file.path === path)?.content;
  expect(unit).toContain(`\nExecStart=${executable} serve --config /etc/tiro/tiro.toml\n`);
  const settings = files.find((file) => file.own);
  expect(settings?.content).toStartWith(`#:schema ${layout.share}/tiro/schema.json\n`);
  expect(settings?.content).toContain('\ndir = "/var/lib/tiro"\n');
  expect(files.map((file) => file.path)).toContain(`${layout.share}/tiro/schema.json`);
});

test("an installation has every file that the manual refers to, and the manual refers to none of the source code's", async () => {
  const paths = (await installationFiles(DEBIAN, await describeProgram())).map(({ path }) => path);
  const isThere = (place: string) =>
    paths.some((path) => path === place || path.startsWith(`${place.replace(/\/$/, "")}/`));
  const pages = paths.filter((path) => path.startsWith("/usr/share/doc/tiro/manual/"));
  expect(pages).toHaveLength(readdirSync(MANUAL).length);
  let seen = 0;
  for (const name of readdirSync(MANUAL)) {
    const text = readFileSync(join(MANUAL, name), "utf8");
    const named = [
      ...text.matchAll(/`(\/usr\/share\/(?:doc\/)?tiro\/[^`\s]*|\/etc\/tiro\/tiro\.toml)`/g),
    ].map(([, path = ""]) => path);
    seen += named.length;
    expect([name, named.filter((path) => !isThere(path))]).toEqual([name, []]);
    expect([name, text.match(/`(?:config|src)\/[^`]*`/g)]).toEqual([name, null]);
  }
  expect(seen).toBeGreaterThan(5);
});
