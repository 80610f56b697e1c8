/** Packages that a build for another platform needs and this machine's `node_modules` does not hold. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");

export interface PlatformPackages {
  /** `node_modules` with the target's native packages, of the versions in the lock file. */
  modulesFolder: string;
  /** Bun's own executable for the target, of the version that runs this. */
  bunExecutable: string;
}

export function installPlatformPackages(target: Target, buildFolder: string): PlatformPackages {
  const app = join(buildFolder, "app");
  mkdirSync(app, { recursive: true });
  for (const name of ["package.json", "bun.lock"]) copyFileSync(join(ROOT, name), join(app, name));
  install(app, target, ["--frozen-lockfile", "--production"]);

  const bun = join(buildFolder, "bun");
  mkdirSync(bun, { recursive: true });
  const manifest = {
    name: "bun-for-target",
    private: true,
    dependencies: { [target.bunPackage]: Bun.version },
  };
  writeFileSync(join(bun, "package.json"), JSON.stringify(manifest));
  install(bun, target, []);
  return {
    modulesFolder: join(app, "node_modules"),
    bunExecutable: join(bun, "node_modules", target.bunPackage, "bin/bun"),
  };
}

function install(cwd: string, target: Target, flags: string[]): void {
  const command = [process.execPath, "install", "--silent", "--ignore-scripts"];
  const platform = ["--os=linux", `--cpu=${target.arch}`];
  const { exitCode, stderr } = Bun.spawnSync([...command, ...platform, ...flags], { cwd, stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`bun install for ${target.name} failed: ${stderr.toString().trim()}`);
}
