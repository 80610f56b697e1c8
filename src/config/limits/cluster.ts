/** Recognition on other machines: how much a worker, the broker and the machine in front of them believe of each other. */

import { KIB, MIB } from "../../lib/units.ts";

export const clusterLimits = {
  workers: 64,
  /** A name is a part of a subject, and may be the name of a host. */
  workerNameChars: 63,
  /** The largest message on the broker, with its header and seal; the broker's `max_payload`. */
  workerMessageBytes: 256_000,
  /** Each end says so often that it is there, and is lost after so many beats that did not come. */
  workerBeatMs: 1_000,
  workerLostBeats: 3,
  /** Beats in which a worker may leave a stream without an answer that it owes; its own hosts are ended sooner. */
  workerSilentBeats: 120,
  /** Of a stream, sent and not yet taken by the worker: a broker drops what a slow reader leaves lying. */
  workerWindowBytes: 192 * KIB,
  /** A worker says so often what it has taken. */
  workerTakenBytes: 64 * KIB,
  /** Streams of all kinds on one worker. */
  workerStreams: 256,
  workerPacks: 64,
  workerPackIdChars: 256,
  /** A worker's announcement, all packs together. */
  workerAnnouncementBytes: 2 * MIB,
  /** One answer of a worker: words of two minutes take 100 KiB, voices of a window as much. */
  workerAnswerBytes: 512 * KIB,
  /** Commas in it: to read a long answer is quick, but not to find out what is wrong with 100,000 parts of one. */
  workerAnswerCommas: 32_768,
  /** A worker that lied gets no work for so long, also if it is started anew. */
  workerUntrueMs: 60_000,
  /** A stream's answers may come to so much at first, and to so much more for each byte that was sent to it. */
  workerAnswersFirstBytes: MIB,
  workerAnswersShare: 4,
  /** An answer counts as at least so much: each has to be opened and read. */
  workerAnswerLeastBytes: 512,
  /** Why a stream was lost, as a worker says it. */
  workerReasonChars: 1_000,
  /** A worker that sends more is not listened to for a while. */
  workerMessagesPerSecond: 5_000,
  workerBytesPerSecond: 32 * MIB,
  workerFloodPauseMs: 30_000,
  /** Runs of one worker that are heard of at once: its own, its next, and those of impostors. */
  workerRuns: 4,
  /** From so much on a worker's clock is called wrong; nothing depends on it but its log. */
  workerClockSeconds: 30,
  /** A worker that lost a stream of a pack gets no other one of it for so long, if another worker takes it. */
  workerAvoidedMs: 5_000,
  /** When a caller may ask again who found no worker. */
  workerRetryAfterSeconds: 5,
  /** All machines, with some to spare for those that connect anew. */
  brokerConnections: 256,
  /** A broker ends the connection of a reader for whom it holds more (`max_pending` of nats-server, as it is by default). */
  brokerPendingBytes: 64 * MIB,
  /** Between two attempts to reach the broker. */
  brokerRetryFirstMs: 100,
  brokerRetryLongestMs: 2_000,
  brokerConnectMs: 5_000,
  /** A broker that answers neither of two of these is gone. */
  brokerPingMs: 2_000,
} as const;
