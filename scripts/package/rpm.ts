import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RED_HAT } from "../../src/cli/installation/files.ts";
import type { Target } from "../build/targets.ts";
import { run } from "./command.ts";
import { LICENCE, MAINTAINER, PACKAGE_VERSION, type PackageInput, SUMMARY } from "./release.ts";
import { stagePackage } from "./stage.ts";
import { FORGET, MAKE_DATA_FOLDER, MAKE_USER, RELOAD, STOP } from "./user.ts";

const ARCHITECTURES: Record<Target["arch"], string> = { x64: "x86_64", arm64: "aarch64" };
const RELEASE = "1";

/** `tiro-VERSION-1.ARCHITECTURE.rpm`; returns its path. */
export async function buildRpm(input: PackageInput): Promise<string> {
  const { target, executable, folder, compression, epochSeconds } = input;
  const architecture = ARCHITECTURES[target.arch];
  const work = mkdtempSync(join(tmpdir(), "tiro-rpm-"));
  try {
    const root = join(work, "stage");
    const makeConfiguration = await stagePackage(RED_HAT, executable, root);
    writeFileSync(join(work, "tiro.spec"), spec({ root, makeConfiguration, compression }));
    run(
      [
        "rpmbuild",
        "-bb",
        `--target=${architecture}-linux`,
        `--define=_topdir ${work}`,
        join(work, "tiro.spec"),
      ],
      {
        env: { SOURCE_DATE_EPOCH: String(epochSeconds), HOME: work },
      },
    );
    const name = `tiro-${PACKAGE_VERSION}-${RELEASE}.${architecture}.rpm`;
    run(["mv", join(work, "RPMS", architecture, name), join(folder, name)]);
    return join(folder, name);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The executable is left as it is: what strips symbols would cut off the program that is attached to Bun. */
function spec({
  root,
  makeConfiguration,
  compression,
}: {
  root: string;
  makeConfiguration: string;
  compression: PackageInput["compression"];
}): string {
  const paths = run([
    "find",
    root,
    "(",
    "-type",
    "f",
    "-o",
    "-type",
    "d",
    "-path",
    "*/tiro",
    ")",
    "-printf",
    "%y /%P\\n",
  ]);
  const files = paths.trim().split("\n").sort().map(fileLine);
  return `%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _binary_payload ${compression === "small" ? "w19.zstdio" : "w.ufdio"}
%global _buildhost reproducible
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
Name: tiro
Version: ${PACKAGE_VERSION}
Release: ${RELEASE}
Summary: ${SUMMARY}
License: ${LICENCE}
Packager: ${MAINTAINER}
AutoReqProv: no
Requires: glibc >= 2.34, libgomp, libstdc++ >= 11
Requires(pre): shadow-utils

%description
HTTP API, database, job queue and recognizer in one program. Recordings and
texts stay on the machine. The service is off until you turn it on:
systemctl enable --now tiro

%install
cp -a ${root}/. %{buildroot}

%pre
${MAKE_USER}

%post
${MAKE_DATA_FOLDER}
${makeConfiguration}
${RELOAD}

%preun
if [ "$1" = 0 ]; then
${STOP}
fi

%postun
${FORGET}

%files
%defattr(-,root,root,-)
${files.join("\n")}
`;
}

/** @param line what `find` says: `f` or `d`, and the path. */
function fileLine(line: string): string {
  const path = line.slice(2);
  if (line.startsWith("d")) return `%dir ${path}`;
  if (/\/(LICENSE|LGPL-[\d.]+\.txt|THIRD_PARTY_NOTICES\.md)$/.test(path)) return `%license ${path}`;
  return path.endsWith("/bin/tiro") ? `%attr(0755,root,root) ${path}` : path;
}
