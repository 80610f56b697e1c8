/** Silero's voice-activity network, which all detectors of a process share: what it remembers of each is a kilobyte. */
import { dirname, join } from "node:path";
import { NATIVE_FILE_NAMES } from "../../../../native/file-names.ts";
import { floats, int64, OnnxNetwork } from "../../../../native/onnx-runtime.ts";
import type { HostInit } from "../../protocol.ts";
import { type OpenDetector, type SpeechDetector, VAD_WINDOW_SAMPLES } from "../speech-detector.ts";

/** From version 5 on, Silero hears each window together with the samples before it. */
const CONTEXT_SAMPLES = 64;
const STATE_SHAPE = [2, 1, 128];
const STATE_FLOATS = 256;
/** Speech continues where the network is so much less sure than a beginning needs. */
const HYSTERESIS = 0.15;

/** @throws when the library or the network does not load. */
export function openDetectors({
  sherpaAddonPath,
  vadModelPath,
}: Pick<HostInit, "sherpaAddonPath" | "vadModelPath">): OpenDetector {
  const network = new SileroNetwork(
    join(dirname(sherpaAddonPath), NATIVE_FILE_NAMES.onnxRuntime),
    vadModelPath,
  );
  return (threshold) => new SileroDetector(network, threshold);
}

class SileroNetwork {
  readonly #input = floats(CONTEXT_SAMPLES + VAD_WINDOW_SAMPLES);
  readonly #state = floats(STATE_FLOATS);
  readonly #speech = floats(1);
  readonly #nextState = floats(STATE_FLOATS);
  readonly #network: OnnxNetwork;

  constructor(libraryPath: string, modelPath: string) {
    this.#network = new OnnxNetwork(
      libraryPath,
      modelPath,
      [
        { name: "input", shape: [1, this.#input.length], data: this.#input },
        { name: "state", shape: STATE_SHAPE, data: this.#state },
        { name: "sr", shape: [], data: int64(16_000) },
      ],
      [
        { name: "output", shape: [1, 1], data: this.#speech },
        { name: "stateN", shape: STATE_SHAPE, data: this.#nextState },
      ],
    );
  }

  /** @param state is changed. @returns how likely there is speech in the window. */
  hear(context: Float32Array, window: Float32Array, state: Float32Array): number {
    this.#input.set(context);
    this.#input.set(window, CONTEXT_SAMPLES);
    this.#state.set(state);
    this.#network.run();
    state.set(this.#nextState);
    return this.#speech[0] as number;
  }
}

/** Decides as sherpa-onnx does with the shortest durations: a window late, at the begin of speech and at its end. */
class SileroDetector implements SpeechDetector {
  readonly #network: SileroNetwork;
  readonly #threshold: number;
  readonly #state = new Float32Array(STATE_FLOATS);
  readonly #context = new Float32Array(CONTEXT_SAMPLES);
  #isSpeaking = false;
  #mayBegin = false;
  #mayEnd = false;

  constructor(network: SileroNetwork, threshold: number) {
    this.#network = network;
    this.#threshold = threshold;
  }

  isSpeech(window: Float32Array): boolean {
    const likelihood = this.#network.hear(this.#context, window, this.#state);
    this.#context.set(window.subarray(VAD_WINDOW_SAMPLES - CONTEXT_SAMPLES));
    if (likelihood > this.#threshold) {
      this.#isSpeaking = this.#mayBegin;
      this.#mayBegin = true;
      this.#mayEnd = false;
    } else if (!this.#isSpeaking) this.#mayBegin = false;
    else if (likelihood <= this.#threshold - HYSTERESIS) this.#fallSilent();
    return this.#isSpeaking;
  }

  #fallSilent(): void {
    this.#isSpeaking = !this.#mayEnd;
    this.#mayBegin = this.#isSpeaking;
    this.#mayEnd = this.#isSpeaking;
  }
}
