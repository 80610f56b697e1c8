/** An engine with one model, wherever its hosts are, and what state all of it is in. */
import type { EngineStatus, ModelEngine, PunctuateOptions, Recognition, RecognizeOptions } from "./engine.ts";
import type { Hosts } from "./hosts.ts";
import type { OpenHosts } from "./joined-hosts.ts";
import type { LiveOptions, LiveStream } from "./live.ts";
import type { LiveLoad } from "./live-load.ts";
import type { ModelSpec } from "./model-spec.ts";
import { expectedShare, openLive } from "./open-live.ts";
import { type RecognizedBy, RunningRecognition } from "./recognition.ts";
import { runPunctuation } from "./running-punctuation.ts";

export interface HostedEngineOptions {
  model: RecognizedBy & Pick<ModelSpec, "kind">;
  marksId: string | null;
  provider: EngineStatus["provider"];
  device: string | null;
  /** Of all packs together. */
  liveLoad: LiveLoad;
  openHosts: OpenHosts;
  setShare: (share: number) => void;
}

export class HostedEngine implements ModelEngine {
  readonly #options: HostedEngineOptions;
  /** Where its streams are opened. */
  readonly hosts: Hosts;
  #readiness = awaited();
  #isGivenUp = false;

  constructor(options: HostedEngineOptions) {
    this.#options = options;
    this.hosts = options.openHosts(() => this.#changed());
    this.#changed();
  }

  /** One that was ready once may have been given up since. */
  ready(): Promise<void> {
    return this.#isGivenUp ? Promise.reject(this.hosts.unavailable()) : this.#readiness.promise;
  }

  recognize(audio: AsyncIterable<Int16Array>, options: RecognizeOptions): Promise<Recognition> {
    return new RunningRecognition(this.hosts, options, this.#options.model).run(audio);
  }

  async openLive(options: LiveOptions): Promise<LiveStream> {
    return openLive(this.hosts, this.#options.liveLoad, options, this.#options.model);
  }

  get liveLoad() {
    const { liveLoad, model } = this.#options;
    return { streams: liveLoad.streams, places: liveLoad.places(expectedShare(model)) };
  }

  punctuateTexts(texts: readonly string[], options: PunctuateOptions): Promise<string[]> {
    return runPunctuation(this.hosts, texts, options);
  }

  status(): EngineStatus {
    const { state, problem, processes } = this.hosts;
    const { model, provider, device } = this.#options;
    return {
      state,
      modelId: model.id,
      provider,
      device,
      processes,
      problem: state === "ready" ? null : (problem ?? `The recognizer is ${state}.`),
    };
  }

  get marksId(): string | null {
    return this.#options.marksId;
  }

  setShare(share: number): void {
    this.#options.setShare(share);
  }

  async close(): Promise<void> {
    this.hosts.close();
  }

  #changed(): void {
    // The first host may fail to start while the hosts are still being opened.
    const state = this.hosts?.state;
    const isGivenUp = state === "failed" || state === "stopped";
    // Workers come back, also after they were given up.
    if (this.#isGivenUp && !isGivenUp) this.#readiness = awaited();
    this.#isGivenUp = isGivenUp;
    if (state === "ready") this.#readiness.resolve();
    if (isGivenUp) this.#readiness.reject(this.hosts.unavailable());
  }
}

/** Nobody need wait for it: `status` says the same. */
function awaited(): PromiseWithResolvers<void> {
  const readiness = Promise.withResolvers<void>();
  readiness.promise.catch(() => {});
  return readiness;
}
