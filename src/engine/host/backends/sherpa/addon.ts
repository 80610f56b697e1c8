/**
 * The native functions of sherpa-onnx that the host uses, typed. sherpa-onnx-node's own wrapper finds its
 * addon by a path relative to itself, which a compiled executable does not have; hence the addon by its path.
 */
import { loadAddon } from "../load-addon.ts";

export type Handle = { readonly handle: unique symbol };

export interface Addon {
  createOfflineRecognizer(config: object): Handle;
  /** @param hotwords only for transducers that search with a beam: any other model ends the process. */
  createOfflineStream(recognizer: Handle, hotwords?: string): Handle;
  offlineStreamSetOption(stream: Handle, name: string, value: string): void;
  /** Must not meet a decode under way. */
  offlineRecognizerSetConfig(recognizer: Handle, config: object): void;
  acceptWaveformOffline(stream: Handle, wave: { samples: Float32Array; sampleRate: number }): void;
  decodeOfflineStreamAsync(recognizer: Handle, stream: Handle): Promise<string>;
  getOfflineStreamResultAsJson(stream: Handle): string;
  createOnlineRecognizer(config: object): Handle;
  createOnlineStream(recognizer: Handle): Handle;
  isOnlineStreamReady(recognizer: Handle, stream: Handle): boolean;
  /** Each must be ready. */
  decodeMultipleOnlineStreams(recognizer: Handle, streams: readonly Handle[]): void;
  getOnlineStreamResultAsJson(recognizer: Handle, stream: Handle): string;
  createSpokenLanguageIdentification(config: object): Handle;
  createSpokenLanguageIdentificationOfflineStream(identification: Handle): Handle;
  /** ISO 639 as Whisper writes it. */
  spokenLanguageIdentificationCompute(identification: Handle, stream: Handle): string;
  createOnlinePunctuation(config: object): Handle;
  onlinePunctuationAddPunct(punctuation: Handle, text: string): string;
  createOfflinePunctuation(config: object): Handle;
  offlinePunctuationAddPunct(punctuation: Handle, text: string): string;
  createOfflineSpeakerDiarization(config: object): Handle;
  offlineSpeakerDiarizationProcess(
    diarization: Handle,
    samples: Float32Array,
  ): { start: number; end: number; speaker: number }[];
  createSpeakerEmbeddingExtractor(config: object): Handle;
  speakerEmbeddingExtractorCreateStream(extractor: Handle): Handle;
  acceptWaveformOnline(stream: Handle, wave: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(stream: Handle): void;
  speakerEmbeddingExtractorIsReady(extractor: Handle, stream: Handle): boolean;
  speakerEmbeddingExtractorComputeEmbedding(
    extractor: Handle,
    stream: Handle,
    externalBuffer: boolean,
  ): Float32Array;
}

/** @throws when the library or one that it needs does not load. */
export function openAddon(path: string): Addon {
  return loadAddon(path);
}
