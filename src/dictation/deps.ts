/** Dependencies of the dictation use cases; built once by `use-cases.ts`. */
import type { Principal } from "../accounts/authentication/principal.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Cursors } from "../lib/cursor.ts";
import type { Logger } from "../lib/logger.ts";
import type { Meter } from "../metering/meter.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import type { Db } from "../store/db.ts";
import type { EventSink } from "../work/events/hub.ts";
import type { Idempotency } from "../work/idempotency.ts";
import type { TurnQueue } from "../work/turns.ts";
import type { BrokenStreams } from "./broken-streams.ts";
import type { TextProcesses } from "./finishing/text-processes.ts";
import type { LanguageModel } from "./language-model/language-model.ts";
import type { RunningDictations } from "./running-dictations.ts";

/** Given from outside. */
export interface DictationOptions {
  db: Db;
  engine: RoutedEngine;
  queue: TurnQueue;
  /** Closed with the use cases. */
  textProcesses: TextProcesses;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "dictation" | "limits" | "billing">;
  /** tiro's codes of the languages that installed packs recognize now. */
  languages: () => readonly string[];
  /** Null if the site has none. */
  languageModel: LanguageModel | null;
  /** Called with each dictation and change. */
  events: EventSink;
}

export interface DictationDeps extends DictationOptions {
  cursors: Cursors;
  idempotency: Idempotency;
  running: RunningDictations;
  meter: Meter;
  brokenStreams: BrokenStreams;
}

/** The person as whom a product route acts. */
export function personOf({ userId }: Pick<Principal, "userId">): string {
  if (userId === null) throw new Error("no person was resolved for this request");
  return userId;
}

/**
 * The scope of a person's idempotency keys: an organization's key acts for many people, whose keys must not meet, and
 * the answers hold their text.
 */
export function dictationRoute(userId: string): string {
  return `POST /dictations ${userId}`;
}
