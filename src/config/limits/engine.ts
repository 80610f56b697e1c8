/** The processes that recognize, distinguish speakers, and decode media: what they hold, and when they are ended. */

import { KIB, MIB } from "../../lib/units.ts";

export const engineLimits = {
  engineFrameBytes: 4 * MIB,
  /** Audio of one recording that a host holds or that waits for one: what is sent again after a crash. */
  engineUnsettledSeconds: 120,
  engineStreamsPerHost: 32,
  /** A live stream's audio that is received and whose words are not final: what is sent again after a crash. */
  liveAheadSeconds: 120,
  /** Final words of a live stream's running stretch of speech, which is cut after seconds. */
  liveWordsKept: 500,
  /** The longest stretch of running speech that is decoded at once while it grows; cut at a pause or between words. */
  liveStretchSeconds: 6,
  /** A stretch this long begins anew at its next pause; a shorter one helps to hear what follows. */
  liveContextSeconds: 3,
  /** Of a model that hears speech as it comes: the longest stretch, which is cut at a pause from half of it on. */
  liveRunningSeconds: 20,
  /** So much sound is given to it at once, at least. */
  liveStepMs: 60,
  /** Sound of several streams that comes within so long is decoded together. */
  liveGatherMs: 40,
  /** Speech that grew by so much is decoded for words that may still change. */
  liveDraftEveryMs: 400,
  /** A decode takes at most this share of the time until the next draft, so that drafts grow rare on a busy machine. */
  liveDraftShare: 0.4,
  /** The share of the processors that live streams may take as measured; no more are accepted beyond. */
  liveLoadShare: 0.8,
  /**
   * The expected share of one processor for an unmeasured stream, and the least share. A network that hears
   * speech as it comes takes 0.02 to 0.07 (4 million parameters).
   */
  liveExpectedShare: 0.25,
  liveExpectedStreamingShare: 0.08,
  liveLeastShare: 0.02,
  /** A stream whose words are so late shows that there are too many. */
  liveBehindSeconds: 20,
  /** Hosts lost without any word in between: then it is the stream's fault, or the engine's end. */
  liveLossesWithoutProgress: 3,
  /** How long a silence may have to be to end an utterance, of `tiro live` and of a client's stream. */
  liveSilenceMsMin: 100,
  liveSilenceMsMax: 10_000,
  /** When a refused caller may ask again. */
  liveRetryAfterSeconds: 5,
  engineBatch: 64,
  /** Recordings worked on at once for each batch host: one is heard while another's last pieces are decoded. */
  recordingsPerHost: 2,
  engineStderrTailBytes: 8 * KIB,
  /** A host lost this often without the recording getting on is the recording's fault or the engine's end. */
  engineLossesWithoutProgress: 2,
  /** A pack's last worker may come back so soon, and streams wait for it; afterwards they are refused. */
  workersAwaitedMs: 10_000,
  workersRetrySeconds: 10,
  /**
   * A pack that did not work is tried again, in case the machine was at fault. A worker waits so long before each attempt; a
   * server less before the first, since jobs wait for it, then twice as long after each failure, up to the same.
   */
  packTriedAgainMs: 10 * 60_000,
  packTriedAgainFirstMs: 60_000,
  /** Packs of workers that a server remembers. */
  announcedPacks: 256,
  /** A start waits so long for the workers to be heard, so that no language of theirs is unknown. */
  workersHeardMs: 5_000,
  /** How often the registry of workers is looked at, which commands beside the server change. */
  workersLookEveryMs: 1_000,
  /** Hosts that end together are noticed one after the other: what one of them held is not given to the next of them. */
  engineAfterLossMs: 20,
  /** The wait before a restart doubles from the first to the longest, and is forgotten after a while in order. */
  engineRestartFirstMs: 250,
  engineRestartLongestMs: 60_000,
  engineInOrderMs: 120_000,
  /** A host that closed its end is gone in a moment; one that is not is killed. */
  engineHostExitMs: 1_000,
  /** A SIGKILL so soon after the kernel killed for lack of memory was that; then there are fewer hosts for a while. */
  oomKillSeenMs: 5_000,
  engineFewerHostsMs: 3600_000,
  /** A host that holds a dictation, and neither works nor waits for a processor or the disk, is killed after so long. */
  engineAsleepMs: 2_000,
  /** On a GPU, whose work it may sleep through. */
  engineAsleepOnGpuMs: 10_000,
  engineWatchMs: 500,
  /** A host over its memory limit loses its recordings after a while; at this multiple of it the host is killed at once. */
  engineDrainMs: 15_000,
  engineMemoryHardShare: 2,
  /** A batch host without work for this long ends. */
  engineIdleHostMs: 120_000,
  /** A host listens for so long before its event loop gets a turn, and shows that it lives so often. */
  engineHostTurnMs: 4,
  engineHostBusyBeatMs: 150,
  engineHostIdleBeatMs: 2_000,
  /** A speaker host with small networks takes 150 MiB, one with those of 30 MB some 300 MiB. */
  speakerHostBytes: 1024 * MIB,
  /**
   * The parent ends a host at a multiple of its limit, by what is resident. The kernel's limit is higher by this, because
   * reserved memory counts there too; it holds where a host takes memory faster than the parent looks.
   */
  hostReservedBytes: 1024 * MIB,
  speakerHostBeatMs: 250,
  enginePackCrashesAtLoad: 2,
  /** How often it is looked whether a decoder that keeps its reader waiting works, sleeps or has no processor. */
  mediaLookMs: 100,
  /** One that meanwhile neither works nor waits for a processor or the disk is killed after so long, and another takes over. */
  mediaAsleepMs: 3_000,
  /** All attempts at a job together may decode so many times as long as one file may: speaker labels need a second pass. */
  mediaDecodingsPerWork: 2,
  mediaHostStderrTailBytes: 8 * KIB,
  /** A decoder that wants more is fed a bomb; ordinary recordings take 65 to 110 MiB. */
  mediaHostMemoryBytes: 1024 * MIB,
  /**
   * Address space that WebAssembly reserves for a module's memory: 4 GiB and a little, so that compiled code need not
   * check each access. A decoder has it free until its module is loaded; without it, decoding takes up to a quarter longer.
   */
  wasmReservationBytes: 4352 * MIB,
  /** A media host whose output has ended is gone in a moment; one that is not is killed. */
  mediaHostExitMs: 250,

  /**
   * Shares of the machine's memory: what one host may take, what all batch hosts and all speaker hosts plan with, and what
   * all packs may hold; the rest is for recordings, the database and the system.
   */
  engineMemoryShare: 0.8,
  enginePlannedMemoryShare: 0.5,
  speakersPlannedMemoryShare: 0.25,
  packsMemoryShare: 0.6,
  /** For `moonshine-tiny-en`: a process each for dictation and batch work, which take 300 MiB at most as they hear long talk. */
  defaultRecognizerMib: 640,
} as const;
