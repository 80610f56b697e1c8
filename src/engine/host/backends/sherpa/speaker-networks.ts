/** The networks that distinguish speakers, as sherpa-onnx runs them. */
import type { SpeakerInit } from "../../../speakers/speaker-protocol.ts";
import type { SpeakerNetworks, WindowTurn } from "../speaker-networks.ts";
import { type Addon, type Handle, openAddon } from "./addon.ts";

/** Shortest turn and gap that sherpa-onnx leaves in: zero would be taken for "not given". Ours are chosen later. */
const SHORTEST_SECONDS = 0.001;

export class SherpaSpeakerNetworks implements SpeakerNetworks {
  readonly #addon: Addon;
  readonly #diarization: Handle;
  readonly #extractor: Handle;

  /** Ends the process when sherpa-onnx dislikes a model. @throws when a library does not load. */
  constructor({ model, sherpaAddonPath, threads }: SpeakerInit) {
    this.#addon = openAddon(sherpaAddonPath);
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
   * Given exactly one window, sherpa-onnx answers with what the segmentation network says and computes no embeddings
   * and no clusters (`HandleOneChunkSpecialCase`); those are ours, over all windows.
   */
  segment(window: Float32Array): WindowTurn[] {
    return this.#addon.offlineSpeakerDiarizationProcess(this.#diarization, window);
  }

  embed(parts: readonly Float32Array[], sampleRate: number): Float32Array | null {
    const stream = this.#addon.speakerEmbeddingExtractorCreateStream(this.#extractor);
    for (const samples of parts) this.#addon.acceptWaveformOnline(stream, { samples, sampleRate });
    this.#addon.inputFinished(stream);
    if (!this.#addon.speakerEmbeddingExtractorIsReady(this.#extractor, stream)) return null;
    return this.#addon.speakerEmbeddingExtractorComputeEmbedding(this.#extractor, stream, false);
  }
}
