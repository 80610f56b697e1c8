/** `tiro text-host`: finishes dictated texts in a process of its own. Started by `tiro serve`, never by hand. */
import { runTextHost } from "../dictation/finishing/host.ts";

export async function run(): Promise<void> {
  await runTextHost();
}
