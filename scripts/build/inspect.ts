/** Checks of a finished executable that do not need to run it. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ggmlLibraries } from "../../native/ggml/unpack.ts";
import { sherpaFiles } from "../../native/sherpa/unpack.ts";
import { moonshineFiles } from "../../src/packs/moonshine/files.ts";
import { asCarried } from "./carried.ts";
import { decoderCallsOf } from "./decoder-calls.ts";
import { espeakTraces, findTraces } from "./espeak-traces.ts";
import type { PlatformPackages } from "./platform-packages.ts";
import type { Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");
const MODULES = join(ROOT, "node_modules");
const ELF_MAGIC = "7f454c46";
const ELF_MACHINE_OFFSET = 18;

/** The files that the executable must carry, as `asCarried` makes them. */
export function requiredFiles(target: Target, modulesFolder = MODULES): string[] {
  const { sherpaAddon, sherpaCApi, onnxRuntime } = sherpaFiles(target.arch, modulesFolder);
  const pack = join(ROOT, "models/starter-en");
  return [
    sherpaAddon,
    sherpaCApi,
    onnxRuntime,
    ...(target.arch === "x64" ? ggmlLibraries().map(({ source }) => source) : []),
    join(ROOT, `node_modules/better-sqlite3/prebuilds/${target.name}.node`),
    join(ROOT, "node_modules/@ricky0123/vad-web/dist/silero_vad_v6.onnx"),
    decoderCallsOf(target.arch),
    join(ROOT, "src/audio/resampling/kernel.wasm"),
    join(ROOT, "src/audio/host/ffmpeg.wasm"),
    ...["pack.json", "model.onnx", "tokens.txt", "words.bin", "MODEL_CARD.md", "check.wav"].map((name) =>
      join(pack, name),
    ),
  ];
}

/** With espeak-ng in it: nothing of this may be in an executable. */
export function publishedLibrary(target: Target, modulesFolder = MODULES): string {
  return join(modulesFolder, `sherpa-onnx-${target.name}/libsherpa-onnx-c-api.so`);
}

/** @throws unless `outfile` is an executable for the target that carries every required file, and nothing of espeak-ng. */
export function inspectExecutable(
  target: Target,
  outfile: string,
  packages: PlatformPackages | undefined,
): string[] {
  const executable = readFileSync(outfile);
  if (executable.toString("hex", 0, 4) !== ELF_MAGIC) throw new Error(`${outfile} is not an ELF file`);
  const machine = executable.readUInt16LE(ELF_MACHINE_OFFSET);
  if (machine !== target.elfMachine)
    throw new Error(`${outfile} is for ELF machine ${machine}, not ${target.elfMachine}`);
  const modulesFolder = packages?.modulesFolder ?? MODULES;
  const files = requiredFiles(target, modulesFolder);
  for (const file of files)
    if (!executable.includes(asCarried(file))) throw new Error(`${outfile} does not carry ${basename(file)}`);
  const [trace] = findTraces(executable, espeakTraces(readFileSync(publishedLibrary(target, modulesFolder))));
  if (trace) throw new Error(`${outfile} holds espeak-ng's ${trace.kind} ${trace.name}`);
  for (const { name, source } of moonshineFiles())
    if (!executable.includes(asCarried(source)))
      throw new Error(`${outfile} does not carry ${name} of moonshine-tiny-en`);
  return files.map((file) => basename(file));
}
