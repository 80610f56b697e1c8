/** Runs the loop that tiro is measured against (sherpa-loop.ts) in a process of its own. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";

/** Seconds that the loop took for the recording; loading and warming do not count. */
export function bareSeconds(wav: string, pack: string, threads: number, parallel: number): number {
  const { vadModelPath } = prepareNativeLibraries({ dataDir: tmpdir() });
  const [model, tokens, words] = ["model.onnx", "tokens.txt", "words.bin"].map((name) => join(pack, name));
  const args = [
    wav,
    model,
    tokens,
    existsSync(words as string) ? words : "",
    vadModelPath,
    threads,
    parallel,
  ];
  const { stdout, exitCode, stderr } = Bun.spawnSync(
    [process.execPath, join(import.meta.dir, "sherpa-loop.ts"), ...args.map(String)],
    { cwd: join(import.meta.dir, "../..") },
  );
  if (exitCode !== 0) throw new Error(`the bare loop failed: ${stderr}`);
  return (JSON.parse(stdout.toString()) as { seconds: number }).seconds;
}
