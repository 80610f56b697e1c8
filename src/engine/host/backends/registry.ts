/** Which library does what. Only those that a host's model needs are loaded. */
import { dirname, join } from "node:path";
import { NATIVE_FILE_NAMES } from "../../../../native/file-names.ts";
import type { HostInit } from "../../protocol.ts";
import type { SpeakerInit } from "../../speakers/speaker-protocol.ts";
import type { OpenDetector } from "../speech-detector.ts";
import type { Backend, Punctuate } from "./backend.ts";
import type { SpeakerNetworks } from "./speaker-networks.ts";

/** Asked in this order. */
export const BACKENDS: readonly (() => Promise<Backend>)[] = [
  async () => (await import("./sherpa/backend.ts")).sherpa,
  async () => (await import("./ggml/backend.ts")).ggml,
];

/** @throws if no library loads models of this kind. */
export async function backendFor(kind: string): Promise<Backend> {
  for (const open of BACKENDS) {
    const backend = await open();
    if (Object.hasOwn(backend.kinds, kind)) return backend;
  }
  throw new Error(`no library loads models of the kind ${kind}`);
}

/** Loads what sets marks into text; null if models of this kind do something else. */
export async function punctuationFor(
  model: HostInit["model"],
  { sherpaAddonPath, threads }: Pick<HostInit, "sherpaAddonPath" | "threads">,
): Promise<(() => Punctuate) | null> {
  const { PUNCTUATION } = await import("./sherpa/punctuation.ts");
  const open = PUNCTUATION[model.kind];
  return open ? () => open(model.files, threads, sherpaAddonPath) : null;
}

/** Before anything else loads: networks keep nothing of what their runs take. @throws when the library does not load. */
export async function keepLittleMemory({
  sherpaAddonPath,
}: Pick<HostInit, "sherpaAddonPath">): Promise<void> {
  const { freeMemoryAfterRuns } = await import("../../../../native/onnx-runtime.ts");
  freeMemoryAfterRuns(join(dirname(sherpaAddonPath), NATIVE_FILE_NAMES.onnxRuntime));
}

/** @throws when the library or the network does not load. */
export async function speechDetectors(
  init: Pick<HostInit, "sherpaAddonPath" | "vadModelPath">,
): Promise<OpenDetector> {
  const { openDetectors } = await import("./silero.ts");
  return openDetectors(init);
}

/** The library may end the process on a network that it dislikes. @throws when a library does not load. */
export async function loadSpeakerNetworks(init: SpeakerInit): Promise<SpeakerNetworks> {
  const { SherpaSpeakerNetworks } = await import("./sherpa/speaker-networks.ts");
  return new SherpaSpeakerNetworks(init);
}
