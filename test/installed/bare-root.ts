/** A Debian with nothing but what every Debian has, curl, and what tiro's package depends on. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../binary/executable.ts";
import { type SystemRoot, systemRoot } from "../binary/system-root.ts";

const MIRROR_MS = 20_000;
const INSTALL_MS = 300_000;
/** debootstrap is in a folder that is on root's path alone. */
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

export interface BareRoot extends SystemRoot {
  /** A folder of this machine. */
  folder: string;
}

/** @returns why there is none if it cannot be had. */
export async function bareRoot(depends: string): Promise<BareRoot | string> {
  const debootstrap = Bun.which("debootstrap", { PATH });
  if (debootstrap === null) return "debootstrap is not installed";
  if (process.getuid?.() !== 0) return "only root may make a bare root";
  const mirror = mirrorOfThisMachine();
  if (mirror === null) return "this machine has no Debian of its own";
  if (!(await answers(mirror))) return "no mirror of Debian answers";
  const { path, remove } = emptyFolder();
  const lower = join(path, "bare");
  mkdirSync(lower);
  const packages = [
    ...depends.split(",").map((each) => each.trim().split(" ")[0]),
    "ca-certificates",
    "curl",
  ];
  const { exitCode, stdout } = Bun.spawnSync(
    [debootstrap, "--variant=minbase", `--include=${packages.join(",")}`, mirror.release, lower, mirror.url],
    { env: { PATH }, stdout: "pipe", stderr: "pipe", timeout: INSTALL_MS },
  );
  const root = exitCode === 0 ? systemRoot({ lower, ownNetwork: Bun.which("ip", { PATH }) !== null }) : null;
  if (root === null) {
    remove();
    return exitCode === 0 ? "mounting is not permitted here" : `debootstrap: ${lastLine(stdout.toString())}`;
  }
  return {
    ...root,
    folder: path,
    remove: () => {
      root.remove();
      remove();
    },
  };
}

interface Mirror {
  url: string;
  release: string;
}

/** Where its own packages come from. */
function mirrorOfThisMachine(): Mirror | null {
  if (Bun.which("apt-get") === null || !existsSync("/usr/share/keyrings/debian-archive-keyring.gpg"))
    return null;
  const format = "$(ORIGIN) $(COMPONENT) $(REPO_URI) $(RELEASE)";
  const { stdout } = Bun.spawnSync(["apt-get", "indextargets", "--format", format, "Created-By: Packages"], {
    stderr: "ignore",
  });
  const lines = stdout
    .toString()
    .split("\n")
    .map((line) => line.split(" "));
  const found = lines.find(([origin, component, , release = ""]) => {
    return origin === "Debian" && component === "main" && /^[a-z]+$/.test(release);
  });
  const [, , url, release] = found ?? [];
  return url === undefined || release === undefined ? null : { url, release };
}

async function answers({ url, release }: Mirror): Promise<boolean> {
  try {
    const address = new URL(`dists/${release}/InRelease`, url);
    return (await fetch(address, { signal: AbortSignal.timeout(MIRROR_MS) })).ok;
  } catch {
    return false;
  }
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}
