/**
 * Sends what waits in the table of deliveries. The table is the queue: a kill, a full disk or a dead receiver loses
 * nothing. An attempt is written down before it begins, and its end afterwards; a kill between the two sends the same
 * message again, under the same id. Receivers that fail wait by themselves, and hold up nobody else.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { noteAttempt } from "../lib/last-attempts.ts";
import type { Logger } from "../lib/logger.ts";
import { Recurring } from "../lib/recurring.ts";
import { Tally } from "../lib/tally.ts";
import { transact } from "../store/database/write-lock.ts";
import type { Db } from "../store/db.ts";
import {
  claimDelivery,
  type Delivery,
  type DeliveryFigures,
  deliveryFigures,
  dueDeliveries,
  endDelivery,
  forgetDeliveries,
  type Outcome,
  postponeDelivery,
  postponeLane,
} from "../store/delivery/deliveries.ts";
import { DeliveryFailure } from "./failure.ts";

export type ChannelName = "mail" | "webhook";

/** One way to send something. */
export interface Channel {
  readonly name: ChannelName;
  /** `dropped`: there is nothing left to say. @throws DeliveryFailure. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<"sent" | "dropped">;
}

export interface OutboxDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** The channel of a lane; null if none is configured: what waits there keeps waiting, until it is given up. */
  channelOf: (lane: string) => Channel | null;
}

/** Ended deliveries, and failed attempts. */
export const endedDeliveries = new Tally<"channel" | "outcome">(
  (["mail", "webhook"] as const).flatMap((channel) =>
    (["sent", "dropped", "given_up"] as const).map((outcome) => ({ channel, outcome })),
  ),
);
export const failedDeliveries = new Tally<"channel" | "reason">([
  { channel: "mail", reason: "unreachable" },
  { channel: "webhook", reason: "unreachable" },
]);

export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #recurring: Recurring;
  readonly #running = new Map<string, Promise<void>>();
  readonly #failing = new Set<string>();
  readonly #stop = new AbortController();
  #sweptAt = Number.NEGATIVE_INFINITY;
  #isBroken = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#recurring = new Recurring({
      everyMs: limits.deliveryLookMs,
      work: () => this.look(),
      failure: "deliveries_failed",
      logger: deps.logger,
    });
  }

  start(): void {
    this.#recurring.start();
  }

  /** Gives up unfinished messages; they are sent at the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#recurring.close();
    await Promise.allSettled(this.#running.values());
  }

  /** Of every lane in which something waits. */
  get figures(): DeliveryFigures[] {
    return deliveryFigures(this.#deps.db);
  }

  /** Begins what is due and has room. A database that cannot be written is reported once, and tried again. */
  async look(): Promise<void> {
    try {
      await this.#sweep();
      await this.#begin();
      this.#isBroken = false;
    } catch (error) {
      if (this.#isBroken || this.#stop.signal.aborted) return;
      this.#isBroken = true;
      throw error;
    }
  }

  async #begin(): Promise<void> {
    const { db, clock, channelOf } = this.#deps;
    for (const delivery of dueDeliveries(db, clock.now(), limits.deliveryRetryLongestMs * 2)) {
      if (this.#stop.signal.aborted || this.#running.size >= limits.deliveriesAtOnce) return;
      const channel = channelOf(delivery.lane);
      if (this.#running.has(delivery.lane) || (channel === null && !this.#isOver(delivery))) continue;
      await this.#take(delivery, channel);
    }
  }

  async #take(delivery: Delivery, channel: Channel | null): Promise<void> {
    const { db, clock } = this.#deps;
    const again = clock.now() + limits.deliveryAttemptMs;
    if (!(await transact(db, () => claimDelivery(db, delivery, again)))) return;
    const work = this.#attempt({ ...delivery, attempts: delivery.attempts + 1 }, channel).finally(() => {
      this.#running.delete(delivery.lane);
      // The next of its lane follows at once.
      if (!this.#stop.signal.aborted) void this.#recurring.run();
    });
    this.#running.set(delivery.lane, work);
  }

  async #attempt(delivery: Delivery, channel: Channel | null): Promise<void> {
    const { logger } = this.#deps;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(limits.deliveryAttemptMs)]);
    try {
      if (channel === null) return await this.#end(delivery, "mail", "given_up");
      const outcome = await channel.deliver(delivery, signal);
      if (outcome === "sent") noteAttempt(channel.name, this.#deps.clock.now(), null);
      await this.#end(delivery, channel.name, outcome);
      if (outcome === "sent" && this.#failing.delete(delivery.lane))
        logger.info("delivered_again", { channel: channel.name, lane: delivery.lane });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      await this.#failed(delivery, channel?.name ?? "mail", error);
    }
  }

  async #failed(delivery: Delivery, channel: ChannelName, error: unknown): Promise<void> {
    const { db, clock, logger } = this.#deps;
    const failure =
      error instanceof DeliveryFailure ? error : new DeliveryFailure("internal_error", String(error));
    failedDeliveries.add({ channel, reason: failure.reason });
    noteAttempt(channel, clock.now(), failure.message);
    this.#tell(delivery, channel, failure);
    try {
      if (failure.isFinal || this.#isOver(delivery)) return await this.#end(delivery, channel, "given_up");
      const nextAt = clock.now() + retryDelayMs(delivery.attempts);
      await transact(db, () => {
        postponeDelivery(db, delivery.id, nextAt);
        if (!failure.isOfOneAlone) postponeLane(db, delivery.lane, nextAt);
      });
    } catch (cause) {
      // It waits as long as an attempt may take, and is tried again.
      logger.error("delivery_not_noted", { id: delivery.id, cause: String(cause) });
    }
  }

  /** One line an outage of a lane, and one for each message that is given up. */
  #tell(delivery: Delivery, channel: ChannelName, { reason, message, isFinal }: DeliveryFailure): void {
    const isKnown = this.#failing.has(delivery.lane);
    const isGivenUp = isFinal || this.#isOver(delivery);
    this.#failing.add(delivery.lane);
    if (isKnown && !isGivenUp) return;
    this.#deps.logger.warn(isGivenUp ? "delivery_given_up" : "delivery_failed", {
      ...{ channel, id: delivery.id, lane: delivery.lane, kind: delivery.kind, reason },
      cause: message,
      hint: isGivenUp ? undefined : "It is tried again for three days. `tiro doctor` tests the connection.",
    });
  }

  #isOver({ createdAt }: Delivery): boolean {
    return this.#deps.clock.forAges() - createdAt >= limits.deliveryGiveUpMs;
  }

  async #end({ id }: Delivery, channel: ChannelName, outcome: Outcome): Promise<void> {
    const { db, clock } = this.#deps;
    await transact(db, () => endDelivery(db, id, outcome, clock.now()));
    endedDeliveries.add({ channel, outcome });
  }

  async #sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    if (clock.monotonic() - this.#sweptAt < limits.deliverySweepMs) return;
    await transact(db, () => forgetDeliveries(db, clock.forAges() - limits.deliveryKeptMs));
    this.#sweptAt = clock.monotonic();
  }
}

/** Four times as long each time, half of it by chance, so that what failed together parts ways. */
function retryDelayMs(attempts: number): number {
  const fullMs = Math.min(
    limits.deliveryRetryLongestMs,
    limits.deliveryRetryFirstMs * 4 ** Math.max(0, attempts - 1),
  );
  return Math.round(fullMs * (0.5 + Math.random() / 2));
}
