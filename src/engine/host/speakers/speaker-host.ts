/**
 * The speaker host: a process that hears through one recording and reports who speaks when, window by window. It ends
 * when its socket closes, so that it never outlives its parent.
 */

import { open } from "node:fs/promises";
import { setImmediate } from "node:timers";
import { limits } from "../../../config/limits.ts";
import { ENGINE_SAMPLE_RATE } from "../../engine.ts";
import { type FrameSocket, HOST_SOCKET_FD, openFrameSocket } from "../../frame-socket.ts";
import { decodeJson, encodeFrame, encodeJson, FRAME, type Frame } from "../../protocol.ts";
import type { Stretch } from "../../speakers/speaker-engine.ts";
import {
  type SpeakerInit,
  type SpeakerSettled,
  speakerInitSchema,
  speakerOpenSchema,
} from "../../speakers/speaker-protocol.ts";
import { loadSpeakerNetworks, speechDetectors } from "../backends/registry.ts";
import type { SpeakerNetworks } from "../backends/speaker-networks.ts";
import { setNiceness } from "../niceness.ts";
import { SampleBuffer } from "../sample-buffer.ts";
import { analyseWindow } from "./analyse-window.ts";
import { SpokenTurns } from "./spoken-turns.ts";
import { type Window, Windows } from "./windows.ts";

/** Differences beyond five digits are noise; more only make frames longer. */
const EMBEDDING_DIGITS = 5;

/** Serves until the socket closes, then ends the process. */
export async function runSpeakerHost(): Promise<void> {
  let host: SpeakerHost | null = null;
  const early: Frame[] = [];
  const socket: FrameSocket = await openFrameSocket(HOST_SOCKET_FD, {
    onFrame: (frame) => {
      if (frame.type === FRAME.init) void start(decodeJson(speakerInitSchema, frame.payload));
      else if (host) host.receive(frame);
      else early.push(frame);
    },
    onClose: (fault) => {
      if (fault) console.error(`speaker host: ${fault.message}`);
      process.exit(fault ? 1 : 0);
    },
  });
  const start = async (init: SpeakerInit) => {
    const startedAt = performance.now();
    try {
      host = new SpeakerHost(socket, await load(init, socket), init.model.windowSeconds);
    } catch (fault) {
      console.error(`speaker host: ${fault instanceof Error ? fault.message : String(fault)}`);
      process.exit(1);
    }
    const loadMs = Math.round(performance.now() - startedAt);
    const rssBytes = process.memoryUsage.rss();
    socket.send(encodeJson(FRAME.ready, 0, { pid: process.pid, rssBytes, loadMs }));
    for (const frame of early.splice(0)) host.receive(frame);
  };
}

/** @throws when a file or library is missing; a network that the library dislikes may end the process instead. */
async function load(init: SpeakerInit, socket: FrameSocket): Promise<SpeakerNetworks> {
  setNiceness(init.niceness);
  socket.send(encodeJson(FRAME.loading, 0, { stage: "loading", doneBytes: 0 }));
  for (const path of [init.model.segmentation, init.model.embedding, init.vadModelPath])
    await (await open(path)).close();
  const networks = await loadSpeakerNetworks(init);
  const openDetector = await speechDetectors(init);
  socket.send(encodeJson(FRAME.loading, 0, { stage: "warming", doneBytes: 0 }));
  const samples = Math.round(init.model.windowSeconds * ENGINE_SAMPLE_RATE);
  const hum = Float32Array.from({ length: samples }, (_, i) => 0.1 * Math.sin(i / 10));
  networks.segment(hum, 0);
  if (!networks.embed([hum], ENGINE_SAMPLE_RATE)) throw new Error("the embedding network says nothing");
  const { speechThreshold } = init.model;
  return speechThreshold === null ? networks : new SpokenTurns(networks, () => openDetector(speechThreshold));
}

class SpeakerHost {
  readonly #socket: FrameSocket;
  readonly #networks: SpeakerNetworks;
  readonly #window: Float32Array;
  #stream = 0;
  #audio = new SampleBuffer(0);
  #windows: Windows;
  #ended = false;
  #finished = false;
  #turnPlanned = false;
  #windowsDone = 0;

  constructor(socket: FrameSocket, networks: SpeakerNetworks, windowSeconds: number) {
    this.#socket = socket;
    this.#networks = networks;
    this.#window = new Float32Array(Math.round(windowSeconds * ENGINE_SAMPLE_RATE));
    this.#windows = new Windows(0, this.#window.length);
    setInterval(() => this.#beat(), limits.speakerHostBeatMs);
  }

  receive(frame: Frame): void {
    switch (frame.type) {
      case FRAME.open: {
        const { startSample } = decodeJson(speakerOpenSchema, frame.payload);
        this.#stream = frame.stream;
        this.#audio = new SampleBuffer(startSample);
        this.#windows = new Windows(startSample, this.#window.length);
        break;
      }
      case FRAME.audio:
        this.#audio.append(frame.payload);
        break;
      case FRAME.end:
        this.#ended = true;
        break;
      default:
        throw new Error(`frame type ${frame.type} is not for a speaker host`);
    }
    this.#planTurn();
  }

  /** One window at a time: between two the event loop takes in audio and beats. */
  #planTurn(): void {
    if (this.#turnPlanned || this.#finished) return;
    this.#turnPlanned = true;
    setImmediate(() => {
      this.#turnPlanned = false;
      this.#work();
    });
  }

  #work(): void {
    const window = this.#windows.next(this.#audio.endSample, this.#ended);
    if (window) {
      this.#socket.send(encodeJson(FRAME.settled, this.#stream, this.#analyse(window)));
      this.#audio.dropBefore(window.nextSample);
      this.#windowsDone++;
      this.#planTurn();
    } else if (this.#ended) {
      this.#finished = true;
      this.#socket.send(encodeFrame(FRAME.done, this.#stream));
    }
  }

  #analyse(window: Window): SpeakerSettled {
    const loudness = this.#audio.window(window.fromSample, this.#window);
    // Networks are not made for no sound at all.
    const stretches = loudness === 0 ? [] : analyseWindow(this.#networks, this.#window, window);
    return { untilSample: window.nextSample, stretches: stretches.map(told) };
  }

  #beat(): void {
    const idle = !this.#turnPlanned;
    const rssBytes = process.memoryUsage.rss();
    this.#socket.send(encodeJson(FRAME.beat, 0, { workDone: this.#windowsDone, idle, rssBytes }));
  }
}

/** As it goes over the pipe. */
function told(stretch: Stretch): SpeakerSettled["stretches"][number] {
  const shortened = (vector: Float32Array) =>
    Array.from(vector, (value) => Number(value.toFixed(EMBEDDING_DIGITS)));
  return {
    ...stretch,
    voices: stretch.voices.map((voice) => ({
      ...voice,
      embedding: voice.embedding && shortened(voice.embedding),
    })),
  };
}
