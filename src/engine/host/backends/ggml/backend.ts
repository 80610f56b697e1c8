/** whisper.cpp with the host's interface. */
import { checkWhisperFile } from "../../../../lib/whisper-file/read.ts";
import type { Backend } from "../backend.ts";
import { openWhisperLibrary } from "./library.ts";
import { whisperOptions } from "./options.ts";
import { requirePlatform } from "./platform.ts";
import { WhisperModel } from "./whisper-model.ts";

export const ggml: Backend = {
  kinds: { whisper_ggml: { language: "stream", hotwords: true } },
  async load(init) {
    const { model, provider, threads, decoderCallsPath, whisperLibraryPath } = init;
    const libraryPath = requirePlatform(whisperLibraryPath);
    if (provider !== "cpu")
      throw new Error(`models of the kind ${model.kind} run on the CPU alone; set engine.provider to "cpu"`);
    const options = whisperOptions(model);
    const sizes = checkWhisperFile(options.path);
    return new WhisperModel(openWhisperLibrary(decoderCallsPath, libraryPath), {
      ...options,
      sizes,
      threads,
      languages: model.languages,
    });
  },
};
