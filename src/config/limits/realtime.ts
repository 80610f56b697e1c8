/** Live recognition: streams over WebSocket, and the secrets that open them. */

import { DAY_SECONDS, KIB, MIB, MINUTE_MS } from "../../lib/units.ts";

export const realtimeLimits = {
  /** Of one message, and of what may wait for a client that does not read. */
  liveMessageBytes: 1 * MIB,
  liveSendBytes: 1 * MIB,
  /** A message with more commas or brackets is none that a client needs: reading it would hold others up. */
  liveMessageCommas: 20_000,
  liveMessageBrackets: 2_000,
  /** The newest events, for a client that lost its connection; and how long it may take to come back. */
  liveReplayBytes: 512 * KIB,
  liveResumeMs: 60_000,
  liveStreamMs: 4 * 3600_000,
  liveIdleSecondsMax: DAY_SECONDS,
  /** Streams at once, whatever the machine could do; and those beyond, for accounts that have none. */
  liveStreams: 64,
  liveFirstStreams: 8,
  liveRetrySeconds: 10,
  /** How often it is looked which streams are over: none lasts longer than a second after its credential. */
  liveLookMs: 500,
  liveMeterMs: 60_000,
  /** How long the last words of a stream may take when the server stops, or its client asks for the end. */
  liveFinalsMs: 5_000,
  liveKeywords: 200,
  liveLanguages: 20,
  /** Server-side voice activity detection, as OpenAI's clients may set it. */
  livePrefixPaddingMsMax: 5_000,
  liveIdleTimeoutMsMin: 1_000,
  liveIdleTimeoutMsMax: 60_000,
  /** A commit of less than this is refused, as OpenAI's server does. */
  liveCommitMsMin: 100,
  /** Sound of dictations that broke, so that it is not billed again with an upload: how many, and for how long. */
  liveBrokenKept: 1_000,
  liveBrokenKeptMs: 3600_000,

  /** Captions: how much of them is kept for those who come later, and who reads along. */
  captionsKeptMs: 10 * MINUTE_MS,
  captionsKeptChars: 60_000,
  captionsTitleChars: 120,
  captionsViewers: 200,
  /** Windows of one person. */
  captionsPerViewer: 5,
  /** Bytes that may wait for a reader who does not read: twice the text that is kept. */
  captionsStreamBytes: 512 * KIB,

  /** Client secrets: how long each is valid, and what all of them and one account's may hold of settings. */
  clientSecretSecondsMin: 10,
  clientSecretSeconds: 600,
  clientSecretSecondsMax: 7_200,
  clientSecretBytes: 64 * MIB,
  clientSecretAccountBytes: 8 * MIB,
} as const;
