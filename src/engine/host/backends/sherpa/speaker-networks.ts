/** The native functions of sherpa-onnx that tell speakers apart, typed. They run on the calling thread. */
import { constants } from "node:os";
import type { SpeakerInit } from "../../../speakers/speaker-protocol.ts";

type Handle = { readonly handle: unique symbol };

interface Addon {
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

/** One stretch of one local speaker, in seconds from the window's start. */
export interface WindowTurn {
  start: number;
  end: number;
  speaker: number;
}

/** Shortest turn and gap that sherpa-onnx leaves in: zero would be taken for "not given". Ours are chosen later. */
const SHORTEST_SECONDS = 0.001;

export class SherpaSpeakers {
  readonly #addon: Addon;
  readonly #diarization: Handle;
  readonly #extractor: Handle;

  /** Ends the process when sherpa-onnx dislikes a model. @throws when a library does not load. */
  constructor({ model, sherpaAddonPath, threads }: SpeakerInit) {
    const module = { exports: {} };
    process.dlopen(module, sherpaAddonPath, constants.dlopen.RTLD_NOW);
    this.#addon = module.exports as Addon;
    // On the CPU everywhere: the networks are small, and a GPU's memory is the recognizer's.
    const running = { numThreads: threads, debug: 0, provider: "cpu" };
    const embedding = { model: model.embedding, ...running };
    this.#diarization = this.#addon.createOfflineSpeakerDiarization({
      segmentation: { pyannote: { model: model.segmentation }, ...running },
      embedding,
      clustering: { numClusters: -1, threshold: 0.5 },
      minDurationOn: SHORTEST_SECONDS,
      minDurationOff: SHORTEST_SECONDS,
    });
    this.#extractor = this.#addon.createSpeakerEmbeddingExtractor(embedding);
  }

  /**
   * Who speaks when in one window. Given exactly one window, sherpa-onnx answers with what the segmentation network
   * says and computes no embeddings and no clusters (`HandleOneChunkSpecialCase`); those are ours, over all windows.
   */
  segment(window: Float32Array): WindowTurn[] {
    return this.#addon.offlineSpeakerDiarizationProcess(this.#diarization, window);
  }

  /** What the voice in these parts of one recording sounds like; null where they are too short to tell. */
  embed(parts: readonly Float32Array[], sampleRate: number): Float32Array | null {
    const stream = this.#addon.speakerEmbeddingExtractorCreateStream(this.#extractor);
    for (const samples of parts) this.#addon.acceptWaveformOnline(stream, { samples, sampleRate });
    this.#addon.inputFinished(stream);
    if (!this.#addon.speakerEmbeddingExtractorIsReady(this.#extractor, stream)) return null;
    return this.#addon.speakerEmbeddingExtractorComputeEmbedding(this.#extractor, stream, false);
  }
}
