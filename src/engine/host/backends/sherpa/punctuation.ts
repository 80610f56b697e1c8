/** Models that set marks into text, as sherpa-onnx runs them. The library may end the process on one that it dislikes. */
import type { Punctuate } from "../backend.ts";
import { openAddon } from "./addon.ts";

type Open = (files: Readonly<Record<string, string>>, threads: number, addonPath: string) => Punctuate;

export const PUNCTUATION: Readonly<Record<string, Open>> = {
  online_punctuation({ model, bpe_vocab: bpeVocab }, numThreads, addonPath) {
    const addon = openAddon(addonPath);
    const options = { cnnBilstm: model, bpeVocab, numThreads, provider: "cpu", debug: 0 };
    const handle = addon.createOnlinePunctuation({ model: options });
    return (text) => addon.onlinePunctuationAddPunct(handle, text);
  },
  offline_punctuation({ model }, numThreads, addonPath) {
    const addon = openAddon(addonPath);
    const options = { ctTransformer: model, numThreads, provider: "cpu", debug: 0 };
    const handle = addon.createOfflinePunctuation({ model: options });
    return (text) => addon.offlinePunctuationAddPunct(handle, text);
  },
};
