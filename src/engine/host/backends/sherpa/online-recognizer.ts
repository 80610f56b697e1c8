/** sherpa-onnx's online recognizer: models that hear speech as it comes. Ends of speech are found by the host, not by it. */
import type { HostInit } from "../../../protocol.ts";
import { processorMs } from "../../processor-time.ts";
import type { Decoded, Decoder, LastSound, RunningDecode } from "../backend.ts";
import type { Addon, Handle } from "./addon.ts";
import { recognizerConfig } from "./families.ts";
import { OnlineSteps } from "./online-steps.ts";

const SAMPLE_RATE = 16_000;

export class OnlineRecognizer implements Decoder {
  readonly #addon: Addon;
  readonly #handle: Handle;
  readonly #steps: OnlineSteps<Handle>;
  readonly #tail: Float32Array;

  /** @throws on files and options that are not the family's. A model that sherpa-onnx dislikes ends the process. */
  constructor(addon: Addon, init: HostInit) {
    this.#addon = addon;
    this.#handle = addon.createOnlineRecognizer(recognizerConfig(init));
    this.#tail = new Float32Array(Math.round(Number(init.model.options.tail_seconds ?? 0.8) * SAMPLE_RATE));
    this.#steps = new OnlineSteps({
      isReady: (stream) => addon.isOnlineStreamReady(this.#handle, stream),
      decode: (streams) => addon.decodeMultipleOnlineStreams(this.#handle, streams),
      usedMs: processorMs,
    });
  }

  get stepsDone(): number {
    return this.#steps.done;
  }

  /** A recording's piece is speech that has all come. */
  prepare(samples: Float32Array): () => Promise<Decoded> {
    const running = this.openRunning();
    return async () => (await running.hear(samples, { silentSamples: 0 })).decoded;
  }

  openRunning(): RunningDecode {
    const addon = this.#addon;
    const stream = addon.createOnlineStream(this.#handle);
    let before: Promise<unknown> = Promise.resolve();
    const hear = async (samples: Float32Array, last: LastSound | null) => {
      addon.acceptWaveformOnline(stream, { samples, sampleRate: SAMPLE_RATE });
      if (last) {
        addon.acceptWaveformOnline(stream, { samples: this.#tailBehind(last), sampleRate: SAMPLE_RATE });
        addon.inputFinished(stream);
      }
      const took = await this.#steps.run(stream, last !== null);
      return { decoded: this.#resultOf(stream), processorMs: took };
    };
    return {
      hear(samples, last) {
        const heard = before.then(() => hear(samples, last));
        before = heard.catch(() => {});
        return heard;
      },
    };
  }

  /** Silence that was heard already counts, up to a half: where it begins is a guess. */
  #tailBehind({ silentSamples }: LastSound): Float32Array {
    return this.#tail.subarray(Math.min(silentSamples, this.#tail.length / 2));
  }

  #resultOf(stream: Handle): Decoded {
    const result = JSON.parse(this.#addon.getOnlineStreamResultAsJson(this.#handle, stream)) as Result;
    const { text, tokens, timestamps } = result;
    return { text, language: null, tokens, timestamps, durations: [] };
  }
}

interface Result {
  text: string;
  tokens: string[];
  timestamps: number[];
}
