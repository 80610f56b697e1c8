/** The microphone, from its opening to a finished recording; the sound stays in this page's memory. */
import capture from "./capture.js" with { type: "file" };
import { LONGEST_SECONDS, SAMPLE_RATE, type Samples, wavOf } from "./wav.ts";

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

export interface Recording {
  wav: Blob;
  seconds: number;
}

export interface RecorderEvents {
  /** What was heard, as it is in the recording. */
  onSamples: (samples: Samples) => void;
  /** A twentieth of a second was heard; its root mean square, 0 to 1, and the length so far. */
  onLevel: (level: number, seconds: number) => void;
  /** It must be stopped now: the longest recording is reached, or the microphone is gone. */
  onEnd: (why: "longest" | "microphoneGone") => void;
}

interface AudioChunk {
  samples: Samples;
  level: number;
}

export class Recorder {
  readonly #stream: MediaStream;
  readonly #context: AudioContext;
  readonly #node: AudioWorkletNode;
  readonly #pieces: Samples[] = [];
  readonly #ended = Promise.withResolvers<void>();
  #samples = 0;

  /** @throws MicrophoneError. */
  static async open(deviceId: string | null, events: RecorderEvents): Promise<Recorder> {
    const stream = await openMicrophone(deviceId);
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule(capture);
      await context.resume();
      return new Recorder(stream, context, events);
    } catch (error) {
      stopTracks(stream);
      await context.close();
      throw error;
    }
  }

  private constructor(
    stream: MediaStream,
    context: AudioContext,
    { onSamples, onLevel, onEnd }: RecorderEvents,
  ) {
    this.#stream = stream;
    this.#context = context;
    this.#node = new AudioWorkletNode(context, "capture", {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: "explicit",
    });
    this.#node.port.onmessage = ({ data }: MessageEvent<AudioChunk | null>) => {
      if (data === null) return this.#ended.resolve();
      const { samples, level } = data;
      const room = LONGEST_SECONDS * SAMPLE_RATE - this.#samples;
      const piece = samples.subarray(0, room);
      this.#pieces.push(piece);
      this.#samples += piece.length;
      onSamples(piece);
      onLevel(level, this.#samples / SAMPLE_RATE);
      if (piece.length === room) onEnd("longest");
    };
    context.createMediaStreamSource(stream).connect(this.#node);
    for (const track of stream.getTracks()) track.onended = () => onEnd("microphoneGone");
  }

  async stop(): Promise<Recording> {
    this.#node.port.postMessage("end");
    await this.#ended.promise;
    await this.discard();
    return { wav: wavOf(this.#pieces), seconds: this.#samples / SAMPLE_RATE };
  }

  /** Lets the microphone go. */
  async discard(): Promise<void> {
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
