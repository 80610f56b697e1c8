/** Dictations and live streams under faults: repeated until they are answered, each billed once, and never with other words. */
import { newId } from "../../../src/lib/ids.ts";
import type { Db } from "../../../src/store/db.ts";
import { dictation } from "../../support/dictation.ts";
import type { Json } from "../../support/json.ts";
import { LiveClient, session } from "../../support/live-client.ts";
import { RECORDING } from "../../support/transcription.ts";
import type { Random } from "../random.ts";
import { bareWords } from "../transcribing.ts";

interface SpeakingOptions {
  /** With `/v1`; changes with every restart of the server. */
  url: () => string;
  /** Of an account that does nothing else. */
  key: string;
  accountId: string;
  random: Random;
  violations: string[];
  db: Db;
}

/** Dictations write a time as people do. */
const SAID = /^the meeting has been moved to thursday at (half past two|2 30)$/;
const RETRY_MS = 50;
const BYTES_A_SECOND = 32_000;
const BLOCK_BYTES = BYTES_A_SECOND / 10;
const COMPLETED = "conversation.item.input_audio_transcription.completed";
const FAILED = "conversation.item.input_audio_transcription.failed";

export class Speaking {
  readonly #options: SpeakingOptions;
  /** Texts by idempotency key. */
  readonly #texts = new Map<string, string>();
  readonly #headers: Record<string, string>;
  utterances = 0;
  streamsCutOff = 0;
  /** Of all streams, also of those that were cut off. */
  #sentSeconds = 0;

  constructor(options: SpeakingOptions) {
    this.#options = options;
    this.#headers = { authorization: `Bearer ${options.key}` };
  }

  get dictations(): number {
    return this.#texts.size;
  }

  /** Dictates one thing after the other until `stop`; resolves when the last one was answered. */
  async dictate(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const key = newId("evt");
      await this.#dictateOnce(key);
      // Some repeat what was answered already.
      if (this.#options.random.next() < 0.3) await this.#dictateOnce(key);
      await Bun.sleep(this.#options.random.next() * 500);
    }
  }

  /** By live streams, one after the other; what a killed server cut off is said again. */
  async speak(stop: AbortSignal): Promise<void> {
    const pcm = (await Bun.file(RECORDING).bytes()).slice(44);
    while (!stop.aborted) {
      try {
        await this.#sayOnce(pcm);
      } catch (error) {
        // The stream was cut off, or nobody listens yet.
        if (!(error instanceof Error)) throw error;
        await Bun.sleep(RETRY_MS);
      }
    }
  }

  check(): void {
    const { db, accountId, violations } = this.#options;
    const billed = db
      .prepare<[string], number>("SELECT count(*) FROM usage WHERE account_id = ? AND kind = 'dictation'")
      .pluck()
      .get(accountId);
    if (billed !== this.dictations)
      violations.push(`billed: ${this.dictations} dictations were answered, and ${billed} billed`);
    const heard = db
      .prepare<[string], number>(
        "SELECT total(audio_seconds) FROM usage WHERE account_id = ? AND kind = 'transcription'",
      )
      .pluck()
      .get(accountId);
    if ((heard ?? 0) > this.#sentSeconds)
      violations.push(`billed: live streams sent ${this.#sentSeconds} s, and ${heard} s were billed`);
  }

  async #dictateOnce(key: string): Promise<void> {
    const { url, violations } = this.#options;
    for (;;) {
      try {
        const init = dictation(undefined, {}, { ...this.#headers, "Idempotency-Key": key });
        const answer = await fetch(`${url()}/dictations`, init);
        const body = await answer.text();
        if (answer.status === 200) return this.#note(key, (JSON.parse(body) as Json).text);
        if (![429, 503, 504].includes(answer.status))
          violations.push(`lost: dictation: ${answer.status} ${body}`);
      } catch (error) {
        // The server was killed.
        if (!(error instanceof Error)) throw error;
      }
      await Bun.sleep(RETRY_MS);
    }
  }

  #note(key: string, text: string): void {
    const before = this.#texts.get(key);
    if (before !== undefined && before !== text)
      this.#options.violations.push(`doubled: dictation ${key}: ${before}, then ${text}`);
    this.#texts.set(key, text);
    this.#compare("dictation", text);
  }

  async #sayOnce(pcm: Uint8Array): Promise<void> {
    const { url, random } = this.#options;
    const stream = await LiveClient.open(url().replace(/\/v1$/, ""), { headers: this.#headers });
    // Until its words are there.
    this.streamsCutOff += 1;
    try {
      stream.send(session());
      await stream.next("session.updated");
      // A stream is billed by whole seconds.
      this.#sentSeconds += Math.ceil(pcm.length / BYTES_A_SECOND);
      for (let at = 0; at < pcm.length; at += BLOCK_BYTES) {
        const audio = Buffer.from(pcm.subarray(at, at + BLOCK_BYTES)).toString("base64");
        stream.send({ type: "input_audio_buffer.append", audio });
        await Bun.sleep(random.next() * 60);
      }
      stream.send({ type: "input_audio_buffer.commit" });
      const told = await stream.until(
        ({ type }) => type === COMPLETED || type === FAILED || type === "error",
      );
      if (told.type !== COMPLETED) return;
      this.streamsCutOff -= 1;
      this.utterances += 1;
      this.#compare("live", told.transcript);
    } finally {
      stream.close();
    }
  }

  #compare(what: string, text: string): void {
    if (!SAID.test(bareWords(text))) this.#options.violations.push(`wrong: ${what}: ${text}`);
  }
}
