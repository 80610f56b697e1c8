import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { ggmlLibraries } from "../../native/ggml/unpack.ts";
import { sherpaFiles } from "../../native/sherpa/unpack.ts";
import { moonshineFiles } from "../../src/packs/moonshine/files.ts";
import { asCarried, unpackedBytes } from "./carried.ts";
import type { PlatformPackages } from "./platform-packages.ts";
import type { Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");

/** Writes one executable. */
export async function compile(
  target: Target,
  outfile: string,
  packages: PlatformPackages | undefined,
): Promise<void> {
  await Bun.build({
    ...bundle(target, packages?.modulesFolder),
    bytecode: true,
    compile: {
      target: target.bunTarget,
      outfile,
      ...(packages ? { executablePath: packages.bunExecutable } : {}),
      // Configuration comes from tiro's own file, environment and flags; never from files that happen to lie
      // in the folder where it is started.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
}

/**
 * The contents of an executable. Identifiers keep their names, so that a stack trace in an operator's log can be
 * read; bytecode saves the parsing at every start, which each recognizer and decoder process pays for too.
 * @param modules the `node_modules` with the target's native packages.
 */
export function bundle(target: Target, modules = join(ROOT, "node_modules")) {
  return {
    entrypoints: [join(ROOT, "src/main.ts")],
    format: "esm",
    target: "bun",
    minify: { whitespace: true, syntax: true, identifiers: false },
    splitting: true,
    define: {
      "process.arch": JSON.stringify(target.arch),
      "process.env.NODE_ENV": '"production"',
      UNPACKED_BYTES: JSON.stringify(unpackedBytes(sherpaFiles(target.arch, modules).onnxRuntime)),
      // Else the folder of each package on this machine, and no two builds would be the same.
      __dirname: '"/"',
    },
    plugins: [
      useEmbeddedFiles(target),
      useSherpaFiles(target, modules),
      useGgmlLibraries(),
      useMoonshine(),
      useDescription(),
    ],
  } as const satisfies Partial<Bun.BuildConfig>;
}

/** Leaves out the code that finds and changes native files in a clone. */
function useEmbeddedFiles(target: Target): BunPlugin {
  return {
    name: "embedded-files",
    setup(build) {
      build.onResolve({ filter: /\/from-clone\.ts$/ }, () => ({
        path: join(ROOT, `native/embedded-${target.name}.ts`),
      }));
    },
  };
}

/** Takes sherpa-onnx's library without speech synthesis. @throws as `sherpaFiles` does. */
function useSherpaFiles(target: Target, modules: string): BunPlugin {
  const folder = dirname(sherpaFiles(target.arch, modules).sherpaAddon);
  return {
    name: "sherpa-files",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^sherpa-onnx-${target.name}/`) }, ({ path }) => ({
        path: join(folder, basename(path)),
      }));
      asFiles(build, /\/sherpa-[0-9a-f]+\//, asCarried);
    },
  };
}

/** Takes whisper.cpp's libraries as they were adapted. */
function useGgmlLibraries(): BunPlugin {
  const adapted = new Map(ggmlLibraries().map(({ name, source }) => [name, source]));
  return {
    name: "ggml-libraries",
    setup(build) {
      build.onResolve({ filter: /^whisper-node-addon\/platform\// }, ({ path }) => ({
        path: adapted.get(basename(path)) ?? path,
      }));
    },
  };
}

/**
 * Takes the recognizer's files as they were put together from packages. @throws as `moonshineFiles` does.
 */
function useMoonshine(): BunPlugin {
  const assembled = new Map(moonshineFiles().map(({ name, source }) => [name, source]));
  return {
    name: "moonshine",
    setup(build) {
      build.onResolve({ filter: /\/models\/moonshine-tiny-en\// }, ({ path }) => ({
        path: assembled.get(basename(path)) ?? path,
      }));
      asFiles(build, /\/moonshine-tiny-en-[0-9a-f]+\//, asCarried);
    },
  };
}

/** Takes the description of the API without the spaces that people read it by: 0.6 MB. */
function useDescription(): BunPlugin {
  return {
    name: "description",
    setup: (build) =>
      asFiles(build, /\/openapi\/description\.json$/, (path) =>
        Buffer.from(JSON.stringify(JSON.parse(readFileSync(path, "utf8")))),
      ),
  };
}

/** An import's type attribute is lost if it is resolved to another file. */
function asFiles(
  build: Bun.PluginBuilder,
  filter: RegExp,
  contentOf: (path: string) => Uint8Array = readFileSync,
): void {
  build.onLoad({ filter }, ({ path }) => ({ contents: contentOf(path), loader: "file" }));
}
