/** The files of a package as they will lie on the system, in a folder. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { installationFiles, type Layout } from "../../src/cli/installation/files.ts";
import { writeInstallation } from "../../src/cli/installation/write.ts";
import { describeProgram } from "../../src/cli/program.ts";

export interface Staged {
  root: string;
  /** Files that people change: an upgrade keeps them. */
  own: string[];
}

export async function stage(layout: Layout, executable: string, root: string): Promise<Staged> {
  const files = await installationFiles(layout, await describeProgram());
  writeInstallation(files, root);
  const path = join(root, layout.executable);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(executable, path);
  return { root, own: files.filter(({ own }) => own).map(({ path }) => path) };
}
