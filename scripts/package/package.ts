/**
 * `bun run package [--target NAME]… [--format deb|rpm|tar|image]… [--fast] [--sign KEY]`: builds the executables and
 * packs them into `dist/packages/`, with checksums and, if a key is given, their signature. All of it is reproducible.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TARGETS, type Target } from "../build/targets.ts";
import { buildArchive } from "./archive.ts";
import { sign, writeChecksums } from "./checksums.ts";
import { run } from "./command.ts";
import { buildDeb } from "./deb.ts";
import { debianRoot } from "./image/debian-root.ts";
import { buildImage, IMAGE_ARCHITECTURES } from "./image/image.ts";
import { carries, unpackPackage } from "./inspect.ts";
import { epochOfSource, type PackageInput } from "./release.ts";
import { buildRpm } from "./rpm.ts";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, "dist/packages");

const FORMATS: Record<string, (input: PackageInput) => string | Promise<string>> = {
  deb: buildDeb,
  rpm: buildRpm,
  tar: buildArchive,
  image: imageOfDebian,
};

async function imageOfDebian(input: PackageInput): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), "tiro-debian-"));
  try {
    const system = join(work, "root");
    debianRoot(IMAGE_ARCHITECTURES[input.target.arch], system, work);
    return await buildImage({ ...input, system });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function packTarget(target: Target, formats: string[], fast: boolean): Promise<string[]> {
  run([process.execPath, "scripts/build/build.ts", "--target", target.name], { cwd: ROOT });
  const input: PackageInput = {
    target,
    executable: join(ROOT, "dist", target.outfile),
    folder: FOLDER,
    compression: fast ? "fast" : "small",
    epochSeconds: epochOfSource(),
  };
  const paths: string[] = [];
  for (const format of formats) {
    const build = FORMATS[format];
    if (!build) throw new Error(`unknown format ${format}; known: ${Object.keys(FORMATS).join(", ")}`);
    const path = await build(input);
    console.log(`${path}: ${(Bun.file(path).size / 1e6).toFixed(1)} MB, ${look(path, input)}`);
    paths.push(path);
  }
  return paths;
}

/** Unpacks what was made, and starts an image's program, where this machine can. @throws Error if it holds something else. */
function look(path: string, { target, executable }: PackageInput): string {
  const work = mkdtempSync(join(tmpdir(), "tiro-look-"));
  try {
    const root = join(work, "root");
    const content = unpackPackage(path, root);
    if (!carries(root, executable, content)) throw new Error(`${path} does not carry ${executable}`);
    const found = `${content.architecture}, ${content.files.length} files`;
    const start = path.endsWith(".tar") ? startImage(target, root) : null;
    return start === null ? found : `${found}; ${start}`;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function startImage(target: Target, root: string): string {
  const own = target.arch === process.arch;
  const emulator = Bun.which(target.arch === "arm64" ? "qemu-aarch64" : "qemu-x86_64");
  if (own && process.getuid?.() !== 0) return "not started, which needs root";
  if (!own && emulator === null) return "not started, which needs qemu-user";
  // Mounts as a container runtime does; in a name space of its own, so that it is gone afterwards.
  const mounted =
    'mount --rbind /proc "$1/proc"; mount --rbind /dev "$1/dev"; chroot "$1" /usr/bin/tiro version';
  const command = own
    ? ["unshare", "--mount", "sh", "-ec", mounted, "sh", root]
    : [emulator ?? "", "-L", root, join(root, "usr/bin/tiro"), "version"];
  return `starts as ${run(command).trim()}`;
}

const { values } = parseArgs({
  options: {
    target: { type: "string", multiple: true, default: TARGETS.map(({ name }) => name) },
    format: { type: "string", multiple: true, default: Object.keys(FORMATS) },
    fast: { type: "boolean", default: false },
    sign: { type: "string" },
  },
});
const targets = TARGETS.filter(({ name }) => values.target.includes(name));
if (targets.length !== values.target.length)
  throw new Error(`unknown target; known: ${TARGETS.map(({ name }) => name).join(", ")}`);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const paths: string[] = [];
for (const target of targets) paths.push(...(await packTarget(target, values.format, values.fast)));
const sums = writeChecksums(paths);
console.log(values.sign === undefined ? sums : `${sums}, ${sign(sums, values.sign)}`);
