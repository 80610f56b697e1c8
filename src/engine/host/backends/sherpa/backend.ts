/** sherpa-onnx with the host's interface. */
import { dirname, join } from "node:path";
import type { HostInit } from "../../../protocol.ts";
import type { Backend, KindCapabilities } from "../backend.ts";
import { openAddon } from "./addon.ts";
import { type DecodeBatch, openBatchLibrary } from "./batch-library.ts";
import { FAMILIES, type Family } from "./families.ts";
import { LanguageIdentifier } from "./language-identifier.ts";
import { OnlineRecognizer } from "./online-recognizer.ts";
import { Recognizer } from "./recognizer.ts";

/** Beside the add-on, which needs it too. */
const C_API = "libsherpa-onnx-c-api.so";
const IDENTIFICATION_KIND = "whisper_language_identification";

export const sherpa: Backend = {
  kinds: {
    ...Object.fromEntries(Object.entries(FAMILIES).map(([kind, family]) => [kind, capabilitiesOf(family)])),
    [IDENTIFICATION_KIND]: { language: "none", hotwords: false },
  },
  async load(init) {
    const addon = openAddon(init.sherpaAddonPath);
    if (init.model.kind === IDENTIFICATION_KIND) return new LanguageIdentifier(addon, init);
    if (FAMILIES[init.model.kind]?.streaming) return new OnlineRecognizer(addon, init);
    return new Recognizer(addon, init, openBatches(init));
  },
};

function capabilitiesOf({ language, hotwords }: Family): KindCapabilities {
  return { language: language?.set ?? "none", hotwords: hotwords !== undefined };
}

/** Opened only if it is used: a site's own library need not offer it. */
function openBatches({ batch, decoderCallsPath, sherpaAddonPath }: HostInit): DecodeBatch | null {
  return batch > 1 ? openBatchLibrary(decoderCallsPath, join(dirname(sherpaAddonPath), C_API)) : null;
}
