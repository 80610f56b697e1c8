import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEBIAN } from "../../src/cli/installation/files.ts";
import type { Target } from "../build/targets.ts";
import { run } from "./command.ts";
import { MAINTAINER, PACKAGE_VERSION, type PackageInput, SUMMARY } from "./release.ts";
import { stagePackage } from "./stage.ts";
import { FORGET, MAKE_DATA_FOLDER, MAKE_USER, RELOAD, STOP } from "./user.ts";

const ARCHITECTURES: Record<Target["arch"], string> = { x64: "amd64", arm64: "arm64" };

/** Data and configuration outlive the package, also its purging: they are people's, and a removal may be a mistake. */
const scripts = (makeConfiguration: string): Record<string, string> => ({
  postinst: `if [ "$1" = configure ]; then
    ${MAKE_USER}
    ${MAKE_DATA_FOLDER}
    ${makeConfiguration}
${RELOAD}
fi`,
  prerm: `if [ "$1" = remove ]; then
${STOP}
fi`,
  postrm: FORGET,
});

/** `tiro_VERSION_ARCHITECTURE.deb`; returns its path. */
export async function buildDeb(input: PackageInput): Promise<string> {
  const { target, executable, folder, compression, epochSeconds } = input;
  const architecture = ARCHITECTURES[target.arch];
  const root = mkdtempSync(join(tmpdir(), "tiro-deb-"));
  try {
    const makeConfiguration = await stagePackage(DEBIAN, executable, root);
    writeControl(root, architecture, makeConfiguration);
    chmodSync(root, 0o755);
    const path = join(folder, `tiro_${PACKAGE_VERSION}_${architecture}.deb`);
    const compressor = compression === "small" ? ["-Zxz"] : ["-Znone"];
    const env = { SOURCE_DATE_EPOCH: String(epochSeconds) };
    run(["dpkg-deb", "--root-owner-group", ...compressor, "--build", root, path], { env });
    return path;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeControl(root: string, architecture: string, makeConfiguration: string): void {
  const folder = join(root, "DEBIAN");
  const kilobytes = run(["du", "-sk", "--apparent-size", root]).split("\t")[0];
  mkdirSync(folder);
  writeFileSync(join(folder, "control"), control(architecture, kilobytes ?? ""));
  for (const [name, script] of Object.entries(scripts(makeConfiguration))) {
    writeFileSync(join(folder, name), `#!/bin/sh\nset -e\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}

function control(architecture: string, kilobytes: string): string {
  return `Package: tiro
Version: ${PACKAGE_VERSION}
Architecture: ${architecture}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.34), libgomp1, libstdc++6 (>= 11), passwd
Section: net
Priority: optional
Description: ${SUMMARY}
 HTTP API, database, job queue and recognizer in one program. Recordings and
 texts stay on the machine. The service is off until you turn it on:
 systemctl enable --now tiro
`;
}
