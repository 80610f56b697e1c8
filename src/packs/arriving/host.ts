/** The process in which a pack arrives: what strangers packed is unpacked here, and nothing else can be reached from it. */
import { isKnownError } from "../../lib/errors.ts";
import { fetchPack, type InstallRequest, installPack } from "../install/install.ts";
import type { PackHostLine, PackHostOptions } from "./protocol.ts";

/** @param text the options, from standard input. A failure that nobody thought of ends the process with a stack. */
export async function runPackHost(text: string): Promise<void> {
  const { step, folder, ...asked } = JSON.parse(text) as PackHostOptions;
  let told = -1;
  const request: InstallRequest = {
    ...asked,
    stays: true,
    onProgress: ({ step: part, fraction }) => {
      // The step that unpacks has three parts; a line for each hundredth is enough.
      const parts = ["checking", "unpacking", "verifying"];
      const share = part === "fetching" ? fraction : (parts.indexOf(part) + (fraction ?? 0)) / parts.length;
      const hundredths = Math.floor((share ?? 0) * 100);
      if (hundredths === told) return;
      told = hundredths;
      say({ fraction: share });
    },
  };
  try {
    if (step === "fetch") {
      await fetchPack(folder, request);
      say({ installed: null });
    } else {
      const { pack } = await installPack(folder, request);
      say({ installed: { folder: pack.folder } });
    }
  } catch (error) {
    if (!isKnownError(error)) throw error;
    const { hint } = error.extras;
    say({ failure: { code: error.code, message: error.message, ...(hint && { hint }) } });
  }
}

function say(line: PackHostLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
