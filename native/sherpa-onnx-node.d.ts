/** The parts of sherpa-onnx's package that tests and scripts call; it comes without types. The product loads its addon itself. */
declare module "sherpa-onnx-node" {
  export interface Wave {
    samples: Float32Array;
    sampleRate: number;
  }
  export function readWave(path: string): Wave;

  export interface SpeakerStream {
    acceptWaveform(wave: Wave): void;
    inputFinished(): void;
  }
  export class SpeakerEmbeddingExtractor {
    constructor(config: { model: string; numThreads: number });
    createStream(): SpeakerStream;
    compute(stream: SpeakerStream): Float32Array;
  }

  /** The number of clusters, or the cosine distance at which to stop. */
  export type Clustering = { numClusters: number } | { numClusters: -1; threshold: number };
  export interface DiarizedTurn {
    start: number;
    end: number;
    speaker: number;
  }
  export class OfflineSpeakerDiarization {
    constructor(config: {
      segmentation: { pyannote: { model: string }; numThreads: number };
      embedding: { model: string; numThreads: number };
      clustering: Clustering;
      minDurationOn?: number;
      minDurationOff?: number;
    });
    process(samples: Float32Array): DiarizedTurn[];
  }
}
