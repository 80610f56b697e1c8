/** `tiro engine-host`: recognition in a process of its own. Started by `tiro serve` and `transcribe`, never by hand. */
import { runEngineHost } from "../engine/host/host.ts";

export async function run(): Promise<void> {
  await runEngineHost();
}
