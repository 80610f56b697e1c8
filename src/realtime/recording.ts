/** A stream that becomes a recording at its end: its sound is kept, encrypted, from when its client asks for it. */
import type { Principal } from "../accounts/authentication/principal.ts";
import type { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { Logger } from "../lib/logger.ts";
import type { RecordingWishes } from "../recordings/making/deps.ts";
import type { StreamRecordings } from "../recordings/making/use-cases.ts";
import { asTiroError } from "../web/failures.ts";
import type { ServerEvent } from "./channel.ts";
import { errorBody } from "./errors.ts";
import type { StreamSettings } from "./session/settings.ts";

type Sound = ReturnType<StreamRecordings["openSound"]>;
type Wished = StreamSettings["recording"];

export interface StreamRecordingDeps {
  recordings: StreamRecordings;
  logger: Logger;
}

export class StreamRecording {
  readonly #deps: StreamRecordingDeps;
  readonly #principal: Principal;
  readonly #send: (event: ServerEvent) => void;
  #sound: Sound | null = null;
  /** The wishes that a start after a kill finds. */
  #wishes: RecordingWishes | null = null;
  #noted: Promise<void> = Promise.resolve();

  constructor(deps: StreamRecordingDeps, principal: Principal, send: (event: ServerEvent) => void) {
    this.#deps = deps;
    this.#principal = principal;
    this.#send = send;
  }

  /** @throws TiroError `history_unavailable`, `folder_not_found`, `recording_access_required`. */
  require(wished: Wished): void {
    requireKept(this.#deps.recordings, this.#principal, wished);
  }

  /** Forgets the kept sound if no recording is wished any more. */
  wish(settings: StreamSettings): void {
    if (settings.recording === null) void this.forget();
    else this.#sound ??= this.#deps.recordings.openSound();
    this.note(settings);
  }

  /** Settings that the recording is made with, after each change of them. */
  note(settings: StreamSettings): void {
    const [sound, wishes] = [this.#sound, wishesOf(settings)];
    if (sound === null || wishes === null || Bun.deepEquals(wishes, this.#wishes)) return;
    this.#wishes = wishes;
    this.#noted = this.#noted
      .then(() => this.#deps.recordings.noteSound(this.#principal, sound, wishes))
      // It is made all the same, unless the server is killed.
      .catch((error) => this.#deps.logger.warn("live_recording_not_noted", { cause: String(error) }));
  }

  add(samples: Int16Array): void {
    this.#sound?.add(samples);
  }

  /** After a policy was changed: what may not be kept any more goes at once. */
  recheck(): void {
    if (this.#sound === null) return;
    try {
      requireKept(this.#deps.recordings, this.#principal, NO_WISHES);
    } catch (error) {
      void this.forget();
      this.#tellFailure(asTiroError(error));
    }
  }

  /** @returns whether there is a recording, which has all that was received since it was wished. */
  async make(settings: StreamSettings): Promise<boolean> {
    const [sound, wishes] = [this.#sound, wishesOf(settings)];
    if (sound === null || wishes === null || sound.seconds === 0) {
      await this.forget();
      return false;
    }
    const { signal } = new AbortController();
    this.#sound = null;
    await this.#noted;
    try {
      const call = { principal: this.#principal, requestId: newId("req"), signal, wishes };
      const made = await this.#deps.recordings.fromStream(call, sound);
      this.#send({ type: "tiro.recording", recording: made, error: null });
      return true;
    } catch (error) {
      this.#tellFailure(asTiroError(error));
      await this.#drop(sound);
      return false;
    }
  }

  /** Nothing of it stays. */
  async forget(): Promise<void> {
    const sound = this.#sound;
    this.#sound = null;
    this.#wishes = null;
    if (sound !== null) await this.#drop(sound);
  }

  async #drop(sound: Sound): Promise<void> {
    await this.#noted;
    try {
      await this.#deps.recordings.forgetSound(sound);
    } catch (error) {
      this.#deps.logger.error("live_recording_not_removed", { cause: String(error) });
    }
  }

  #tellFailure(error: TiroError): void {
    const { code, status, message, cause } = error;
    if (status >= 500)
      this.#deps.logger.error("live_recording_not_made", {
        ...{ code, message },
        cause: cause === undefined ? undefined : String(cause),
      });
    this.#send({ type: "tiro.recording", recording: null, error: errorBody(error) });
  }
}

const NO_WISHES = { name: null, folderId: null, tags: [], diarize: false };

/** Null if none is wished. */
function wishesOf({ recording, language, prompt }: StreamSettings): RecordingWishes | null {
  if (recording === null) return null;
  const { name, folderId, tags, diarize } = recording;
  return {
    ...{ folderId, tags, diarize },
    ...(name !== null && { name }),
    ...(language !== null && { language }),
    ...(prompt !== null && { prompt }),
  };
}

/** @throws as `StreamRecording.require`. */
export function requireKept(recordings: StreamRecordings, principal: Principal, wished: Wished): void {
  if (wished) recordings.requireKept(principal, wished.folderId);
}
