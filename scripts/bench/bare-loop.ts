/** Runs the loop that tiro is measured against (sherpa-loop.ts) in a process of its own. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";

/** Seconds that the loop took for the recording; loading and warming do not count. */
export function bareSeconds(wav: string, pack: string, threads: number, parallel: number): number {
  const { vadModelPath } = prepareNativeLibraries({ dataDir: tmpdir() });
  const args = [wav, join(pack, "model.onnx"), join(pack, "tokens.txt"), vadModelPath, threads, parallel];
  const { stdout, exitCode, stderr } = Bun.spawnSync(
    [process.execPath, join(import.meta.dir, "sherpa-loop.ts"), ...args.map(String)],
    { cwd: join(import.meta.dir, "../..") },
  );
  if (exitCode !== 0) throw new Error(`the bare loop failed: ${stderr}`);
  return (JSON.parse(stdout.toString()) as { seconds: number }).seconds;
}
