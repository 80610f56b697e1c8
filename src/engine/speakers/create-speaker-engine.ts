/** Telling speakers apart, wherever the hosts are that do it. */
import { TiroError } from "../../lib/errors.ts";
import { CarriedRecording } from "../carried-recording.ts";
import { ENGINE_SAMPLE_RATE } from "../engine.ts";
import type { Hosts } from "../hosts.ts";
import type { Opening } from "../protocol.ts";
import type { AnalyseOptions, SpeakerAnalysis, SpeakerEngine, Stretch } from "./speaker-engine.ts";
import type { SpeakerSettled } from "./speaker-protocol.ts";

/** @param modelId of the networks that the hosts have. Closing the engine closes the hosts. */
export function createSpeakerEngine(modelId: string, hosts: Hosts<SpeakerSettled>): SpeakerEngine {
  return new HostedSpeakerEngine(modelId, hosts);
}

class HostedSpeakerEngine implements SpeakerEngine {
  readonly #modelId: string;
  readonly #hosts: Hosts<SpeakerSettled>;
  readonly #closing = new AbortController();

  constructor(modelId: string, hosts: Hosts<SpeakerSettled>) {
    this.#modelId = modelId;
    this.#hosts = hosts;
  }

  async analyse(
    audio: AsyncIterable<Int16Array>,
    { signal, onProgress }: AnalyseOptions = {},
  ): Promise<SpeakerAnalysis> {
    const stretches: Stretch[] = [];
    const carried = new CarriedRecording<SpeakerSettled>({
      what: "Telling the speakers apart",
      open: (startSample, listener, stop) => this.#hosts.open(openingAt(startSample), listener, stop),
      onSettled: (settled) => {
        for (const stretch of settled.stretches) stretches.push(stretchOf(stretch));
        onProgress?.(settled.untilSample / ENGINE_SAMPLE_RATE);
      },
      signal: signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal,
    });
    await carried.run(audio);
    return { stretches, durationSeconds: carried.receivedSeconds, modelId: this.#modelId };
  }

  close(): void {
    this.#closing.abort(new TiroError("shutting_down", "The server is stopping."));
    this.#hosts.close();
  }
}

/** Voices are the same in all languages. */
function openingAt(startSample: number): Opening {
  return { lane: "batch", isText: false, startSample, language: null, hotwords: [], phrases: [] };
}

function stretchOf(stretch: SpeakerSettled["stretches"][number]): Stretch {
  return {
    ...stretch,
    voices: stretch.voices.map((voice) => ({
      ...voice,
      embedding: voice.embedding && Float32Array.from(voice.embedding),
    })),
  };
}
