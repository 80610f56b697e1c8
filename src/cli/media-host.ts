/** `tiro media-host ARGUMENTS`: decodes one file in a process of its own. Started by the program, never by hand. */
import { runMediaHost } from "../audio/host/host.ts";

export async function run([hostArguments = ""]: string[]): Promise<void> {
  await runMediaHost(JSON.parse(hostArguments));
}
