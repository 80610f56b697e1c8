/** All live streams of the server: who may open one, and which are over. */
import { setImmediate } from "node:timers/promises";
import { billedCredentialOf, type Principal } from "../accounts/authentication/principal.ts";
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { LiveEngine } from "../engine/live.ts";
import { TiroError } from "../lib/errors.ts";
import { isId } from "../lib/ids.ts";
import { Recurring } from "../lib/recurring.ts";
import type { Meter } from "../metering/meter.ts";
import { assertAudioLeft } from "../metering/quotas.ts";
import { assertSolvent } from "../metering/standing.ts";
import { StreamMeter } from "../metering/stream-meter.ts";
import { asTiroError } from "../web/failures.ts";
import { type AdmissionDeps, admittedUntil } from "../work/events/admitted-until.ts";
import { openedStreams, refusedStreams, resumedStreams } from "../work/live-figures.ts";
import { idle, lastedLongest, left, mayNotSpend, notAdmitted, shuttingDown } from "./endings.ts";
import { recognizerSettings } from "./recognizer-settings.ts";
import { requireKept } from "./recording.ts";
import type { Dialect } from "./session/render.ts";
import type { StreamSettings } from "./session/settings.ts";
import { RealtimeStream, type StreamDeps } from "./stream.ts";

export interface LiveStreamsDeps extends StreamDeps, AdmissionDeps {
  config: Config;
  live: LiveEngine;
  meter: Meter;
}

export interface Opening {
  principal: Principal;
  address: string;
  settings: StreamSettings;
  dialect: Dialect;
  /** As `SecretSettings` has it. */
  policyRevision: string | null;
}

export class LiveStreams {
  readonly #deps: LiveStreamsDeps;
  readonly #streams = new Set<RealtimeStream>();
  /** Of each account, those that are being opened included. */
  readonly #places = new Map<string, number>();
  /** Until then only a change can end what let it in; by the wall clock. */
  readonly #admittedUntil = new WeakMap<RealtimeStream, number>();
  readonly #looks: Recurring;
  #closed = false;

  constructor(deps: LiveStreamsDeps) {
    this.#deps = deps;
    this.#looks = new Recurring({
      everyMs: limits.liveLookMs,
      failure: "live_streams_look_failed",
      logger: deps.logger,
      work: () => this.look(),
    });
  }

  get size(): number {
    return this.#streams.size;
  }

  start(): void {
    this.#looks.repeat();
  }

  /**
   * @throws TiroError `invalid_api_key` if the credential ended or comes from elsewhere, what keeps the account from
   *   spending, `concurrency_limit_exceeded`, `engine_unavailable`, `shutting_down`, what is wrong with the language or keeps
   *   a recording from being made.
   */
  async open(opening: Opening): Promise<RealtimeStream> {
    const { principal, address, settings } = opening;
    const { accountId } = principal;
    this.#assertAdmitted(principal, address);
    this.#assertMaySpend(principal);
    const recognizer = recognizerSettings(this.#deps, principal, settings);
    requireKept(this.#deps.recordings, principal, settings.recording);
    const isFirst = this.#takePlace(accountId);
    try {
      const live = await this.#openEngine({ ...recognizer, mustAdmit: isFirst });
      if (this.#closed) {
        await live.close();
        throw isStopping();
      }
      return this.#begin(opening, live);
    } catch (error) {
      this.#leavePlace(accountId);
      throw error;
    }
  }

  /**
   * The stream that its client lost the connection to.
   * @throws TiroError `session_not_found` also if it is another's.
   */
  resume(principal: Principal, address: string, id: string, after: string): RealtimeStream {
    this.#assertAdmitted(principal, address);
    const stream = this.ownStream(principal, id);
    stream.assertResumable(after);
    resumedStreams.add({});
    return stream;
  }

  /** @throws TiroError `session_not_found`, also if it is another's. */
  ownStream(principal: Principal, id: string): RealtimeStream {
    const stream = [...this.#streams].find((each) => each.id === id);
    if (stream !== undefined && !stream.isOver && isSame(stream.principal, principal)) return stream;
    throw new TiroError("session_not_found", "There is no such stream any more; open a new one.");
  }

  /** Ends those that are over, and writes what others heard. */
  async look(): Promise<void> {
    const wallMs = this.#deps.clock.now();
    await this.#each((stream) => {
      if ((this.#admittedUntil.get(stream) ?? 0) <= wallMs && !this.#isAdmitted(stream)) return;
      this.#lookAt(stream);
    });
  }

  /** After anything was changed. */
  endThoseWhoMayNot(): Promise<void> {
    return this.#each((stream) => {
      if (this.#isAdmitted(stream)) stream.recheck();
    });
  }

  /** Each with the words that are under way; no other is opened. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#streams].map((stream) => stream.end(shuttingDown())));
    await this.#looks.close();
  }

  #lookAt(stream: RealtimeStream): void {
    const nowMs = this.#deps.clock.monotonic();
    const { idle_seconds } = this.#deps.config.realtime;
    const { openedAtMs, heardAtMs, detachedAtMs, meteredAtMs } = stream;
    if (nowMs - openedAtMs >= limits.liveStreamMs) void stream.end(lastedLongest());
    else if (detachedAtMs !== null && nowMs - detachedAtMs >= limits.liveResumeMs)
      void stream.end(left(true));
    else if (nowMs - heardAtMs >= idle_seconds * 1000) void stream.end(idle(idle_seconds));
    else if (nowMs - meteredAtMs >= limits.liveMeterMs || this.#owesMuch(stream)) void this.#meter(stream);
  }

  /** Sound may come faster than it was spoken: a server that is killed loses no more than a minute of it. */
  #owesMuch({ unbilledSeconds }: RealtimeStream): boolean {
    return unbilledSeconds * 1000 >= limits.liveMeterMs;
  }

  async #meter(stream: RealtimeStream): Promise<void> {
    try {
      await stream.meter();
    } catch (error) {
      // Unwritten use is on the next line.
      this.#deps.logger.warn("live_usage_not_written", { stream: stream.id, cause: String(error) });
    }
    try {
      this.#assertMaySpend(stream.principal);
    } catch (error) {
      void stream.end(mayNotSpend(asTiroError(error)));
    }
  }

  #isAdmitted(stream: RealtimeStream): boolean {
    const until = admittedUntil(this.#deps, stream.principal, stream.address);
    this.#admittedUntil.set(stream, until);
    if (until > this.#deps.clock.now()) return true;
    void stream.end(notAdmitted());
    return false;
  }

  #assertAdmitted(principal: Principal, address: string): void {
    if (this.#closed) throw isStopping();
    if (admittedUntil(this.#deps, principal, address) > this.#deps.clock.now()) return;
    refusedStreams.add({ reason: "credential" });
    throw notAdmitted().error;
  }

  #assertMaySpend(principal: Principal): void {
    assertSolvent(this.#deps, principal.accountId);
    assertAudioLeft(this.#deps, principal, {
      underWay: (includes) =>
        [...this.#streams]
          .filter((stream) => includes(stream.principal))
          .reduce((seconds, stream) => seconds + stream.unbilledSeconds, 0),
      more: 0,
    });
  }

  /**
   * A quarter of the places is kept for accounts that have less than a quarter; an account's first stream is accepted
   * beside all others.
   * @returns whether it is the account's first one.
   * @throws TiroError `concurrency_limit_exceeded`, `engine_unavailable`.
   */
  #takePlace(accountId: string): boolean {
    const own = this.#places.get(accountId) ?? 0;
    const taken = [...this.#places.values()].reduce((sum, count) => sum + count, 0);
    const places = Math.min(this.#deps.live.liveLoad.places, limits.liveStreams);
    const quarter = Math.max(1, Math.floor(places / 4));
    if (own > 0 && own >= quarter && taken >= places - quarter) {
      refusedStreams.add({ reason: "share" });
      throw new TiroError(
        "concurrency_limit_exceeded",
        `This account has ${own} live streams; the places that are left are for others. Close some.`,
        { retryAfterSeconds: limits.liveRetrySeconds },
      );
    }
    if (taken >= (own === 0 ? limits.liveStreams + limits.liveFirstStreams : limits.liveStreams)) {
      refusedStreams.add({ reason: "full" });
      throw new TiroError(
        "engine_unavailable",
        "Too many live streams are open; try again after Retry-After.",
        {
          retryAfterSeconds: limits.liveRetrySeconds,
        },
      );
    }
    this.#places.set(accountId, own + 1);
    return own === 0;
  }

  #leavePlace(accountId: string): void {
    const left = (this.#places.get(accountId) ?? 0) - 1;
    if (left <= 0) this.#places.delete(accountId);
    else this.#places.set(accountId, left);
  }

  async #openEngine(options: Parameters<LiveEngine["openLive"]>[0]) {
    try {
      return await this.#deps.live.openLive(options);
    } catch (error) {
      if (error instanceof TiroError && error.code === "engine_unavailable")
        refusedStreams.add({ reason: "full" });
      throw error;
    }
  }

  #begin(opening: Opening, live: Awaited<ReturnType<LiveEngine["openLive"]>>): RealtimeStream {
    const { principal, settings } = opening;
    const { accountId, userId, credential } = principal;
    const intent = settings.dictation === null ? "transcription" : "dictation";
    const meter = new StreamMeter(this.#deps, {
      accountId,
      memberId: isId("org", accountId) ? userId : null,
      keyId: billedCredentialOf(credential),
      kind: intent,
      acceptedAt: this.#deps.clock.now(),
    });
    const stream: RealtimeStream = new RealtimeStream(this.#deps, {
      ...opening,
      live,
      meter,
      onEnd: () => {
        this.#streams.delete(stream);
        this.#leavePlace(accountId);
      },
    });
    this.#streams.add(stream);
    openedStreams.add({ intent });
    return stream;
  }

  /** Some at a time, so that nobody waits for all of them. */
  async #each(work: (stream: RealtimeStream) => void): Promise<void> {
    let count = 0;
    for (const stream of [...this.#streams]) {
      if (!stream.isOver) work(stream);
      count += 1;
      if (count % limits.eventStreamsAtOnce === 0) await setImmediate();
    }
  }
}

function isSame(one: Principal, other: Principal): boolean {
  return (
    one.accountId === other.accountId &&
    one.userId === other.userId &&
    one.credential.id === other.credential.id
  );
}

function isStopping(): TiroError {
  return new TiroError("shutting_down", "The server is stopping; try again in a moment.");
}
