/** Has the browser keep the app's code, so that it can be installed; and takes what another app shared with it. */
import { signal } from "@preact/signals";
import { watchWork } from "./leaving.ts";

const ADDRESS = "/app/service-worker.js";
const PARAMETER = "shared";

/** Recordings of another app that the person has not sent yet. */
export const sharedRecordings = signal<readonly File[]>([]);

watchWork({ lostBy: () => (sharedRecordings.value.length > 0 ? "tab" : null) });

interface Trust {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

/** The one script that the policy of the page lets in by an address that is not in the page. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Trust };
  const policy = trustedTypes?.createPolicy("tiro-worker", { createScriptURL: (given) => given });
  return (policy?.createScriptURL(address) ?? address) as string;
}

/** Browsers without workers, and windows that keep nothing, have the app without: nothing of it needs one. */
export async function register(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(trusted(ADDRESS), { updateViaCache: "none" });
  } catch (error) {
    console.info("the app's code is not kept:", error);
    return;
  }
  await takeShared();
}

async function takeShared(): Promise<void> {
  const address = new URL(location.href);
  const word = address.searchParams.get(PARAMETER);
  if (word === null) return;
  address.searchParams.delete(PARAMETER);
  history.replaceState(history.state, "", address);
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<readonly File[]>) => {
    sharedRecordings.value = data;
    port1.close();
  };
  active?.postMessage({ take: word }, [port2]);
}
