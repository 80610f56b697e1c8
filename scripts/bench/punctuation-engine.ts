/** A punctuation pack in this process, asked as the engine asks it. */
import { tmpdir } from "node:os";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import type { ModelEngine } from "../../src/engine/engine.ts";
import { PUNCTUATION } from "../../src/engine/host/backends/sherpa/punctuation.ts";
import { loadPack, packFiles } from "../../src/packs/load-pack.ts";
import type { PunctuationPack } from "../../src/recognition/installed-packs.ts";

interface InProcessPunctuation extends Pick<PunctuationPack, "manifest"> {
  engine: Pick<ModelEngine, "punctuateTexts">;
}

export function inProcessPunctuation(folder: string): InProcessPunctuation {
  const pack = loadPack(folder);
  const { manifest } = pack;
  if (manifest.kind !== "online_punctuation" && manifest.kind !== "offline_punctuation")
    throw new Error(`${pack.name} does not punctuate`);
  const { sherpaAddonPath } = prepareNativeLibraries({ dataDir: tmpdir() });
  const ask = PUNCTUATION[manifest.kind]?.(packFiles(pack), 1, sherpaAddonPath);
  return { manifest, engine: { punctuateTexts: async (texts) => texts.map((text) => ask?.(text) ?? text) } };
}
