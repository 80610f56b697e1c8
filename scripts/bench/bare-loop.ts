/** Runs the loops that tiro is measured against (sherpa-loop.ts, moonshine-loop.ts, ggml-loop.ts) in a process of their own. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { builtinPackFolder } from "../../src/packs/builtin.ts";
import { loadPack, type Pack, packFiles } from "../../src/packs/load-pack.ts";

/** Seconds that the loop took for the recording; loading and warming do not count. */
export function bareSeconds(wav: string, pack: string, threads: number, parallel: number): number {
  const { vadModelPath } = prepareNativeLibraries({ dataDir: tmpdir() });
  const [loop, files] = loopOf(loadPack(pack));
  const { stdout, exitCode, stderr } = Bun.spawnSync(
    [
      process.execPath,
      join(import.meta.dir, `${loop}-loop.ts`),
      wav,
      vadModelPath,
      ...[threads, parallel, ...files].map(String),
    ],
    { cwd: join(import.meta.dir, "../..") },
  );
  if (exitCode !== 0) throw new Error(`the bare loop failed: ${stderr}`);
  return (JSON.parse(stdout.toString()) as { seconds: number }).seconds;
}

/** The script, and the files that it loads. */
function loopOf(pack: Pack): [loop: string, files: readonly unknown[]] {
  const { model, tokens, words = "", encoder, merged_decoder: decoder } = packFiles(pack);
  if (pack.manifest.kind === "moonshine_v2") {
    const starter = packFiles(loadPack(builtinPackFolder(tmpdir())));
    const longest = pack.manifest.decoding.longest_input_seconds;
    return ["moonshine", [encoder, decoder, tokens, starter.model, starter.tokens, longest]];
  }
  if (tokens !== undefined) return ["sherpa", [model, tokens, words]];
  return ["ggml", [model, prepareNativeLibraries({ dataDir: tmpdir() }).whisperLibraryPath]];
}
