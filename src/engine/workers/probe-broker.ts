/** For the doctor: one connection that asks the broker for what this machine may, and for what it may not. */
import type { NatsConnection } from "@nats-io/transport-node";
import { limits } from "../../config/limits.ts";
import { systemClock } from "../../lib/clock.ts";

export interface BrokerProbe {
  /** `tls://HOST:PORT`. */
  url: string;
  /** PEM; null without TLS. */
  tls: { ca: string; cert: string; key: string } | null;
  seed: string;
  /** Subjects that it must be allowed to hear. */
  own: readonly string[];
  /** Subjects that it must be allowed neither to hear nor to say anything to; nobody may be listening there. */
  foreign: readonly string[];
}

export interface ProbedBroker {
  serverVersion: string;
  maxPayloadBytes: number;
  roundTripMs: number;
  /** Of `own`, what the broker refused. */
  refused: string[];
  /** Of `foreign`, what it let pass: `subscription tiro.>`. */
  tooWide: string[];
}

/** @throws Error if the broker cannot be reached, is not trusted, or does not let this machine in. */
export async function probeBroker({ url, tls, seed, own, foreign }: BrokerProbe): Promise<ProbedBroker> {
  const { connect, nkeyAuthenticator } = await import("@nats-io/transport-node");
  const connection = await connect({
    servers: url,
    reconnect: false,
    timeout: limits.doctorBrokerMs,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    ...(tls && { tls }),
  });
  const { version: serverVersion = "", max_payload: maxPayloadBytes = 0 } = connection.info ?? {};
  const refusals = new Set<string>();
  const noted = noteRefusals(connection, refusals);
  let roundTripMs: number;
  try {
    for (const subject of [...own, ...foreign]) connection.subscribe(subject, { callback: () => {} });
    for (const subject of foreign.filter(isOne)) connection.publish(subject);
    const begunMs = systemClock.monotonic();
    // Refusals come before its answer.
    await connection.flush();
    roundTripMs = systemClock.monotonic() - begunMs;
  } finally {
    await connection.close();
  }
  await noted;
  const asked = foreign.flatMap((each) => [hear(each), ...(isOne(each) ? [say(each)] : [])]);
  return {
    serverVersion,
    maxPayloadBytes,
    roundTripMs,
    refused: own.filter((each) => refusals.has(hear(each))),
    tooWide: asked.filter((each) => !refusals.has(each)),
  };
}

/** As the library names what was refused. */
const hear = (subject: string) => `subscription ${subject}`;
const say = (subject: string) => `publish ${subject}`;
const isOne = (subject: string) => !/[*>]/.test(subject);

async function noteRefusals(connection: NatsConnection, refusals: Set<string>): Promise<void> {
  for await (const status of connection.status())
    if (status.type === "error" && "operation" in status.error)
      refusals.add(`${status.error.operation} ${"subject" in status.error ? status.error.subject : ""}`);
}
