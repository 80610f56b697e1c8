/** `tiro speaker-host`: telling speakers apart in a process of its own. Started by `tiro serve` and `transcribe`, never by hand. */
import { runSpeakerHost } from "../engine/host/speakers/speaker-host.ts";

export async function run(): Promise<void> {
  await runSpeakerHost();
}
