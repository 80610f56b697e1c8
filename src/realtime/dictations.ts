/** The dictations of a stream that was opened with `intent=dictation`: each commit is one. */
import type { Principal } from "../accounts/authentication/principal.ts";
import { requirePolicyRevision } from "../accounts/policies/policy-revision.ts";
import { limits } from "../config/limits.ts";
import { UNSURE_WORDS } from "../dictation/unsure-words.ts";
import type { DictationUseCases } from "../dictation/use-cases.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { readRanges } from "../lib/text-ranges.ts";
import type { Db } from "../store/db.ts";
import { asTiroError } from "../web/failures.ts";
import type { Conversation, Utterance } from "./conversation.ts";
import type { Item } from "./items.ts";
import type { StreamSettings } from "./session/settings.ts";

interface Sound {
  audioSha256: string;
  audioBytes: number;
  /** Where in the stream it begins. */
  startSeconds: number;
}

interface Begun extends Sound {
  settings: NonNullable<StreamSettings["dictation"]>;
  durationSeconds: number;
  acceptedAtMs: number;
}

interface DictationsDeps {
  dictation: Pick<DictationUseCases, "finishLive" | "noteBroken">;
  clock: Clock;
  db: Db;
}

interface Speaker {
  principal: Principal;
  /** The policies that the page showed when its person began to speak; null if none. */
  policyRevision: string | null;
}

export class Dictations {
  readonly #deps: DictationsDeps;
  readonly #speaker: Speaker;
  readonly #conversation: Conversation;
  readonly #begun = new Map<string, Begun>();
  readonly #finishing = new Set<Promise<void>>();
  #hash = new Bun.CryptoHasher("sha256");
  #audioBytes = 0;
  #startSeconds = 0;

  constructor(deps: DictationsDeps, speaker: Speaker, conversation: Conversation) {
    this.#deps = deps;
    this.#speaker = speaker;
    this.#conversation = conversation;
  }

  /** @throws TiroError `audio_too_long` if a dictation would be longer than an uploaded one may be. */
  assertRoom(seconds: number): void {
    if (seconds <= limits.dictationDurationSeconds) return;
    throw new TiroError(
      "audio_too_long",
      `A dictation may be at most ${limits.dictationDurationSeconds / 60} minutes long; commit what was said.`,
      { param: "audio" },
    );
  }

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#audioBytes += bytes.length;
  }

  /** @param atSeconds where in the stream the next one begins. */
  clear(atSeconds: number): void {
    this.#hash = new Bun.CryptoHasher("sha256");
    this.#audioBytes = 0;
    this.#startSeconds = atSeconds;
  }

  /** The words so far are one dictation, with the fields as they are now. */
  begin({ id }: Item, settings: Begun["settings"], durationSeconds: number): void {
    const acceptedAtMs = this.#deps.clock.now();
    const sound = this.#sound;
    this.#begun.set(id, { ...sound, settings, durationSeconds, acceptedAtMs });
    this.clear(sound.startSeconds + durationSeconds);
  }

  /** The stream ends: of what was billed and is no text yet, an upload of the same sound is not billed again. */
  broke(heardSeconds: number): void {
    for (const sound of this.#begun.values()) this.#noteBroken(sound, sound.durationSeconds, heardSeconds);
    this.#noteBroken(this.#sound, heardSeconds, heardSeconds);
  }

  #noteBroken({ audioBytes, audioSha256, startSeconds }: Sound, lasts: number, heardSeconds: number): void {
    const billedSeconds = Math.floor(Math.min(Math.max(heardSeconds - startSeconds, 0), lasts));
    this.#deps.dictation.noteBroken(this.#speaker.principal, { audioBytes, audioSha256, billedSeconds });
  }

  get #sound(): Sound {
    const audioSha256 = this.#hash.copy().digest("hex");
    return { audioSha256, audioBytes: this.#audioBytes, startSeconds: this.#startSeconds };
  }

  get areFinishing(): boolean {
    return this.#finishing.size > 0;
  }

  has({ id }: Item): boolean {
    return this.#begun.has(id);
  }

  /** Nobody waits: the result is sent when it is there. */
  finish(item: Item, utterance: Utterance): void {
    const finishing = this.#finish(item, utterance).finally(() => this.#finishing.delete(finishing));
    this.#finishing.add(finishing);
  }

  async settled(): Promise<void> {
    while (this.#finishing.size > 0) await Promise.all(this.#finishing);
  }

  async #finish(item: Item, utterance: Utterance): Promise<void> {
    const begun = this.#begun.get(item.id);
    if (begun === undefined) throw new Error("the item is no dictation");
    this.#begun.delete(item.id);
    const { settings, audioSha256, durationSeconds, acceptedAtMs } = begun;
    try {
      this.#assertPolicy();
      const { body, replayed, headers } = await this.#deps.dictation.finishLive({
        requestId: newId("req"),
        principal: this.#speaker.principal,
        ...settings,
        ...{ audioSha256, durationSeconds, acceptedAtMs },
        heard: utterance,
      });
      const dictation = JSON.parse(body) as { text: string };
      this.#conversation.complete(
        item,
        { ...utterance, text: dictation.text },
        {
          dictation,
          replayed,
          unsure_words: readRanges(headers?.[UNSURE_WORDS] ?? ""),
        },
      );
    } catch (error) {
      this.#noteBroken(begun, begun.durationSeconds, begun.startSeconds + begun.durationSeconds);
      this.#conversation.fail(item, asTiroError(error));
    }
  }

  /** Words said under one policy are not kept under another. @throws TiroError `policy_changed`. */
  #assertPolicy(): void {
    const { principal, policyRevision } = this.#speaker;
    if (principal.userId !== null) requirePolicyRevision(this.#deps.db, principal.userId, policyRevision);
  }
}
