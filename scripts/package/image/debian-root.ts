/** The libraries of an image, from the packages of the Debian that this machine takes its own from. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../command.ts";

/** The C and C++ libraries, OpenMP, time zones, and what says which Debian this is. */
const PACKAGES = ["base-files", "libc6", "libgcc-s1", "libgomp1", "libstdc++6", "tzdata"];
/** As every Debian since 12 has them. */
const MERGED = ["bin", "lib", "lib64", "sbin"];
/** Of no use without a shell or a terminal. */
const LEFT_OUT = [
  "./usr/share/doc/*/*changelog*",
  "./usr/share/man/*",
  "./usr/share/locale/*",
  "./usr/share/lintian/*",
  "./usr/share/info/*",
  "./etc/update-motd.d/*",
  "./var/lib/tiro",
];

/** Downloads the packages of the architecture and unpacks them into `root`. Needs apt and the network. */
export function debianRoot(architecture: string, root: string, work: string): void {
  unpackPackages(download(architecture, work), root);
}

function download(architecture: string, work: string): string[] {
  for (const folder of ["lists/partial", "archives/partial", "debs"])
    mkdirSync(join(work, folder), { recursive: true });
  // Lists and archives of its own, so that the machine's packages stay as they are.
  const own = {
    "Dir::State::lists": join(work, "lists"),
    "Dir::State::status": "/dev/null",
    "Dir::Cache::archives": join(work, "archives"),
    "Dir::Cache::pkgcache": "",
    "Dir::Cache::srcpkgcache": "",
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "APT::Sandbox::User": "root",
  };
  const apt = ["apt-get", "-qq", ...Object.entries(own).map(([key, value]) => `-o${key}=${value}`)];
  run([...apt, "update"]);
  run([...apt, "download", ...PACKAGES], { cwd: join(work, "debs") });
  const debs = readdirSync(join(work, "debs")).sort();
  if (debs.length !== PACKAGES.length) throw new Error(`apt brought ${debs.join(", ")}`);
  return debs.map((name) => join(work, "debs", name));
}

function unpackPackages(debs: readonly string[], root: string): void {
  mkdirSync(join(root, "var/lib/dpkg/status.d"), { recursive: true });
  for (const name of MERGED) {
    mkdirSync(join(root, "usr", name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  for (const deb of debs) {
    const contents = join(root, "contents.tar");
    run(["sh", "-ec", 'dpkg-deb --fsys-tarfile "$1" > "$2"', "sh", deb, contents]);
    const excluded = LEFT_OUT.map((pattern) => `--exclude=${pattern}`);
    run(["tar", "--keep-directory-symlink", "--no-same-owner", ...excluded, "-C", root, "-xf", contents]);
    rmSync(contents);
    // By this scanners know what is in the image.
    const name = run(["dpkg-deb", "--field", deb, "Package"]).trim();
    writeFileSync(join(root, "var/lib/dpkg/status.d", name), run(["dpkg-deb", "--field", deb]));
  }
}
