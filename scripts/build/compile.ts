import { basename, join } from "node:path";
import type { BunPlugin } from "bun";
import { ggmlLibraries } from "../../native/ggml/unpack.ts";
import type { PlatformPackages } from "./platform-packages.ts";
import type { Target } from "./targets.ts";

const ROOT = join(import.meta.dir, "../..");

/**
 * Writes one executable. Identifiers keep their names, so that a stack trace in an operator's log can be
 * read; bytecode saves the parsing at every start, which each recognizer and decoder process pays for too.
 */
export async function compile(
  target: Target,
  outfile: string,
  packages: PlatformPackages | undefined,
): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, "src/main.ts")],
    format: "esm",
    target: "bun",
    minify: { whitespace: true, syntax: true, identifiers: false },
    bytecode: true,
    splitting: true,
    define: {
      "process.arch": JSON.stringify(target.arch),
      "process.env.NODE_ENV": '"production"',
      // Else the folder of each package on this machine, and no two builds would be the same.
      __dirname: '"/"',
    },
    plugins: [useGgmlLibraries(), ...(packages ? [useModules(packages.modulesFolder, target)] : [])],
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

/** Takes the target's native packages from where they were installed for this build. */
function useModules(modulesFolder: string, target: Target): BunPlugin {
  return {
    name: "platform-packages",
    setup(build) {
      const prefix = `sherpa-onnx-${target.name}/`;
      build.onResolve({ filter: new RegExp(`^${prefix}`) }, ({ path }) => ({
        path: join(modulesFolder, path),
      }));
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
