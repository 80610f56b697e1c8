/** The files of a package as they will lie on the system, in a folder. */
import { copyFileSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type InstallationFile, installationFiles, type Layout } from "../../src/cli/installation/files.ts";
import { writeInstallation } from "../../src/cli/installation/write.ts";
import { describeProgram } from "../../src/cli/program.ts";

/** All of them, in `root`. */
export async function stage(layout: Layout, executable: string, root: string): Promise<void> {
  write(await filesOf(layout), { layout, executable, root });
}

/**
 * For packages whose purge removes what is theirs. Files that people change are not: the package carries what such a file
 * is at first, and its script copies that where there is none.
 * @returns the shell commands of that script.
 */
export async function stagePackage(layout: Layout, executable: string, root: string): Promise<string> {
  const files = await filesOf(layout);
  const firstOf = (path: string) => join(layout.share, "tiro", basename(path));
  const carried = files.map((file) => (file.own ? { ...file, path: firstOf(file.path) } : file));
  write(carried, { layout, executable, root });
  return files
    .filter(({ own }) => own)
    .map(({ path }) => `[ -e ${path} ] || install -D -m 0644 ${firstOf(path)} ${path}`)
    .join("\n");
}

async function filesOf(layout: Layout): Promise<InstallationFile[]> {
  return installationFiles(layout, await describeProgram());
}

function write(
  files: InstallationFile[],
  { layout, executable, root }: { layout: Layout; executable: string; root: string },
): void {
  writeInstallation(files, root);
  const path = join(root, layout.executable);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(executable, path);
}
