/** A recording, from the opening of the microphone to its end; the sound stays in this page's memory. */
import { Microphone } from "./microphone.ts";
import { LONGEST_SECONDS, SAMPLE_RATE, type Samples, wavOf } from "./wav.ts";

export interface Recording {
  wav: Blob;
  seconds: number;
}

export interface RecorderEvents {
  /** The samples, as they are in the recording. */
  onSamples: (samples: Samples) => void;
  /** A twentieth of a second was heard; its root mean square, 0 to 1, and the length so far. */
  onLevel: (level: number, seconds: number) => void;
  /** It must be stopped now: the longest recording is reached, or the microphone is gone. */
  onEnd: (why: "longest" | "microphoneGone") => void;
}

export class Recorder {
  readonly #microphone: Microphone;
  readonly #pieces: Samples[];

  /** @throws MicrophoneError. */
  static async open(
    deviceId: string | null,
    { onSamples, onLevel, onEnd }: RecorderEvents,
  ): Promise<Recorder> {
    const pieces: Samples[] = [];
    let length = 0;
    const microphone = await Microphone.open(deviceId, {
      onSamples: (samples, level) => {
        const room = LONGEST_SECONDS * SAMPLE_RATE - length;
        const piece = samples.subarray(0, room);
        pieces.push(piece);
        length += piece.length;
        onSamples(piece);
        onLevel(level, length / SAMPLE_RATE);
        if (piece.length === room) onEnd("longest");
      },
      onGone: () => onEnd("microphoneGone"),
    });
    return new Recorder(microphone, pieces);
  }

  private constructor(microphone: Microphone, pieces: Samples[]) {
    this.#microphone = microphone;
    this.#pieces = pieces;
  }

  async stop(): Promise<Recording> {
    await this.#microphone.stop();
    const samples = this.#pieces.reduce((sum, { length }) => sum + length, 0);
    return { wav: wavOf(this.#pieces), seconds: samples / SAMPLE_RATE };
  }

  /** Lets the microphone go. */
  async discard(): Promise<void> {
    await this.#microphone.letGo();
  }
}
