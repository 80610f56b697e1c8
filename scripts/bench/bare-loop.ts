/** Runs the loops that tiro is measured against (sherpa-loop.ts, ggml-loop.ts) in a process of their own. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { loadPack, packFiles } from "../../src/packs/load-pack.ts";

/** Seconds that the loop took for the recording; loading and warming do not count. */
export function bareSeconds(wav: string, pack: string, threads: number, parallel: number): number {
  const { vadModelPath, whisperLibraryPath } = prepareNativeLibraries({ dataDir: tmpdir() });
  const { model, tokens, words = "" } = packFiles(loadPack(pack));
  const [loop, files] =
    tokens === undefined ? ["ggml", [model, whisperLibraryPath]] : ["sherpa", [model, tokens, words]];
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
