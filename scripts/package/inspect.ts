/** The contents of a finished package, read by the programs that will install it, without installing it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DEBIAN } from "../../src/cli/installation/files.ts";
import { run } from "./command.ts";

export interface PackageContent {
  /** As the package's own format names it. */
  architecture: string;
  version: string;
  /** Every file, from the root on. */
  files: string[];
}

/** Unpacks the package into `root` and reads what it says of itself. @throws Error for an unknown kind. */
export function unpackPackage(path: string, root: string): PackageContent {
  mkdirSync(root, { recursive: true });
  const said = describe(path, root);
  const files = run(["find", root, "-type", "f", "-printf", "/%P\\n"]).trim().split("\n").sort();
  return { ...said, files };
}

function describe(path: string, root: string): Omit<PackageContent, "files"> {
  if (path.endsWith(".deb")) {
    run(["dpkg-deb", "--extract", path, root]);
    const field = (name: string) => run(["dpkg-deb", "--field", path, name]).trim();
    return { architecture: field("Architecture"), version: field("Version") };
  }
  if (path.endsWith(".rpm")) {
    run(["sh", "-ec", 'rpm2archive -n - < "$2" | tar -x -C "$1"', "sh", root, path]);
    const [architecture = "", version = ""] = run(["rpm", "-qp", "--qf", "%{ARCH} %{VERSION}", path]).split(
      " ",
    );
    return { architecture, version };
  }
  if (path.endsWith(".tar.gz")) {
    run(["tar", "-xzf", path, "-C", root]);
    const [, version = "", architecture = ""] = /^tiro-(.+)-linux-(\w+)\.tar\.gz$/.exec(basename(path)) ?? [];
    return { architecture, version };
  }
  return unpackImage(path, root);
}

function unpackImage(path: string, root: string): Omit<PackageContent, "files"> {
  const layout = mkdtempSync(join(tmpdir(), "tiro-layout-"));
  try {
    run(["tar", "-xf", path, "-C", layout]);
    const read = (digest: string) => JSON.parse(readFileSync(blob(layout, digest), "utf8"));
    const [{ digest }] = JSON.parse(readFileSync(join(layout, "index.json"), "utf8")).manifests;
    const { config, layers } = read(digest);
    for (const layer of layers)
      run(["tar", "--keep-directory-symlink", "-xzf", blob(layout, layer.digest), "-C", root]);
    const { architecture, config: settings } = read(config.digest);
    return { architecture, version: settings.Labels["org.opencontainers.image.version"] };
  } finally {
    rmSync(layout, { recursive: true });
  }
}

/** @throws Error if its content is not what its name says. */
function blob(layout: string, digest: string): string {
  const path = join(layout, "blobs", digest.replace(":", "/"));
  const found = run(["sha256sum", path]).split(" ")[0];
  if (`sha256:${found}` !== digest) throw new Error(`blob ${digest} is ${found}`);
  return path;
}

/** Whether the package carries exactly this executable. */
export function carries(root: string, executable: string, { files }: PackageContent): boolean {
  const path = files.find((file) => file === DEBIAN.executable || /^\/tiro-[^/]+\/tiro$/.test(file));
  return path !== undefined && readFileSync(join(root, path)).equals(readFileSync(executable));
}
