/** The sound of a live stream that becomes a recording: encrypted from its first sample on, never as a whole in memory. */
import { SAMPLE_RATE } from "../../audio/audio.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { AudioFiles, FileInMaking, NewFile } from "../audio/audio-files.ts";
import { amendWavHead, wavHead } from "./wav-head.ts";

const SAMPLES_MAX = limits.transcriptionDurationSeconds * SAMPLE_RATE;

export class StreamSound {
  /** The name of the file by which a start after a kill finds it. */
  readonly notedAs: string;
  readonly #file: FileInMaking;
  #written: Promise<void>;
  #samples = 0;
  /** Not written yet. */
  #waitingBytes = 0;
  #fault: unknown = null;

  /** @param notedAs the name of the file that it stands for. */
  constructor(files: AudioFiles, notedAs?: string) {
    this.#file = files.create();
    this.notedAs = notedAs ?? this.#file.fileName;
    this.#written = this.#file.write(wavHead());
    this.#note(this.#written);
  }

  /** The remains of one after a kill, as a new one. @throws TiroError `internal_error` if it cannot be read. */
  static async salvaged(
    files: AudioFiles,
    lost: { fileName: string; key: Uint8Array },
  ): Promise<StreamSound> {
    const sound = new StreamSound(files, lost.fileName);
    let head = wavHead().byteLength;
    for await (const block of files.salvage(lost)) {
      sound.add(new Int16Array(Uint8Array.from(block.subarray(head)).buffer));
      head = 0;
      // As fast as the disk takes it.
      await sound.#written;
    }
    return sound;
  }

  get key(): Uint8Array {
    return this.#file.key;
  }

  get seconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** Sound beyond the longest recording is left out, and so is all after a failure, which `finish` throws. */
  add(samples: Int16Array): void {
    const taken = samples.subarray(0, SAMPLES_MAX - this.#samples);
    if (taken.length === 0 || this.#fault !== null) return;
    this.#samples += taken.length;
    this.#waitingBytes += taken.byteLength;
    if (this.#waitingBytes > limits.streamSoundWaitingBytes) {
      this.#fault = new TiroError(
        "storage_unavailable",
        "The disk is too slow for the sound of the recording.",
      );
      return;
    }
    const bytes = new Uint8Array(taken.buffer, taken.byteOffset, taken.byteLength);
    this.#written = this.#written.then(async () => {
      await this.#file.write(bytes);
      this.#waitingBytes -= bytes.byteLength;
    });
    this.#note(this.#written);
  }

  /** As a WAV file; nothing is left where it fails. @throws `storage_full`, `storage_unavailable`. */
  async finish(): Promise<NewFile> {
    try {
      await this.#written;
      if (this.#fault !== null) throw this.#fault;
      return await this.#file.finish(amendWavHead);
    } catch (error) {
      await this.#file.discard();
      throw error;
    }
  }

  async discard(): Promise<void> {
    await this.#written.catch(() => {});
    await this.#file.discard();
  }

  #note(written: Promise<void>): void {
    written.catch((fault: unknown) => {
      this.#fault ??= fault;
    });
  }
}
