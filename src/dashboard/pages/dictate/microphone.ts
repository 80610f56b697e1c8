/** The microphone: what it hears, 16 kHz and mono, a twentieth of a second at a time. */
import capture from "./capture.js" with { type: "file" };
import type { Samples } from "./wav.ts";

/** Why there is no microphone: each has its own way out. */
export type MicrophoneFault = "insecure" | "refused" | "missing" | "busy" | "unsupported";

export class MicrophoneError extends Error {
  readonly fault: MicrophoneFault;

  constructor(fault: MicrophoneFault, cause?: unknown) {
    super(`no microphone: ${fault}`, { cause });
    this.name = "MicrophoneError";
    this.fault = fault;
  }
}

export interface MicrophoneEvents {
  /** @param level their root mean square, 0 to 1. */
  onSamples: (samples: Samples, level: number) => void;
  onGone: () => void;
}

interface AudioChunk {
  samples: Samples;
  level: number;
}

export class Microphone {
  readonly #stream: MediaStream;
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  readonly #ended = Promise.withResolvers<void>();

  /** @throws MicrophoneError. */
  static async open(deviceId: string | null, events: MicrophoneEvents): Promise<Microphone> {
    const stream = await openMicrophone(deviceId);
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule(capture);
      await context.resume();
      return new Microphone(stream, context, events);
    } catch (error) {
      stopTracks(stream);
      await context.close();
      throw error;
    }
  }

  private constructor(stream: MediaStream, context: AudioContext, { onSamples, onGone }: MicrophoneEvents) {
    this.#stream = stream;
    this.#context = context;
    this.#node = new AudioWorkletNode(context, "capture", {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: "explicit",
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<AudioChunk | null>) => {
      if (data === null) this.#ended.resolve();
      else onSamples(data.samples, data.level);
    };
    context.createMediaStreamSource(stream).connect(this.#node);
    for (const track of stream.getTracks()) track.onended = onGone;
  }

  /** After all that it heard. */
  async stop(): Promise<void> {
    this.#node.port.postMessage("end");
    await this.#ended.promise;
    await this.letGo();
  }

  async letGo(): Promise<void> {
    stopTracks(this.#stream);
    if (this.#context.state !== "closed") await this.#context.close();
  }
}

async function openMicrophone(deviceId: string | null): Promise<MediaStream> {
  if (!isSecureContext) throw new MicrophoneError("insecure");
  if (navigator.mediaDevices === undefined || typeof AudioWorkletNode === "undefined")
    throw new MicrophoneError("unsupported");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        channelCount: 1,
        // The recognizer was taught with voices as they are.
        echoCancellation: false,
        noiseSuppression: false,
        autoGainControl: true,
        ...(deviceId && { deviceId: { ideal: deviceId } }),
      },
    });
  } catch (error) {
    const fault = error instanceof DOMException ? FAULTS[error.name] : undefined;
    if (fault === undefined) throw error;
    throw new MicrophoneError(fault, error);
  }
}

/** Errors of `getUserMedia` by name. */
const FAULTS: Readonly<Record<string, MicrophoneFault>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.stop();
  }
}

/** Those that can be chosen; without names until the person has let a microphone be used. */
export async function microphones(): Promise<MediaDeviceInfo[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices.filter(
    ({ kind, deviceId, label }) => kind === "audioinput" && deviceId !== "" && label !== "",
  );
}
