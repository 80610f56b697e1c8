/** Recordings: media files, recognition, editing and formatting, and model packs. */

import { KIB, MIB } from "../../lib/units.ts";

export const recordingLimits = {
  /** Media files. A file outside of them is a damaged or hostile file, not a recording. */
  audioChannels: 64,
  audioSampleRateMin: 1_000,
  audioSampleRateMax: 768_000,
  wavChunks: 10_000,
  mediaFrameBytes: 1 * MIB,
  /** Codecs fill up their last frame; a recording that was just short enough still is. */
  codecPaddingSeconds: 0.25,
  /** Memory of a WebAssembly decoder; ordinary recordings need 20 to 60 MiB. */
  mediaModuleBytes: 256 * MIB,
  /** Where the first frame of MP3 or AAC must have been found, after any tags. */
  audioSyncBytes: 64 * KIB,
  id3Tags: 8,
  /** So much less than a file says of itself is no reason to refuse it: a flipped bit spoils a frame. */
  mediaMissingSeconds: 0.5,
  /** Four hours in fragments of half a second have 60,000 boxes; in Ogg pages of 20 ms, 720,000 pages. */
  mp4Boxes: 200_000,
  matroskaElements: 1_000,
  oggPages: 1_000_000,
  oggLinks: 10_000,
  mpegPackets: 1_000_000,
  /** To find out whether there is a picture: boxes of an MP4 file before its index, and bytes of what is looked through. */
  mediaKindBoxes: 1_000,
  mediaKindBytes: 256 * KIB,

  /** Recognition: sherpa-onnx's NeMo models fail near 6:50 and Whisper drops all past 30 s. */
  decodeSeconds: 30,
  /** Tokens of a model for one such stretch; Whisper stops at 224 tokens a window, and may need several. */
  decodeTokens: 8_192,
  decodeTextBytes: 256 * KIB,
  /** Lists of rare words as prompts, kept for the next stretch. */
  decodePrompts: 32,
  /** Hotwords of one recording: each makes the search wider. Longer ones are left to correction after recognition. */
  hotwords: 1_000,
  hotwordChars: 100,
  /** Lists of rare words that a recognizer's process remembers, so that a person's next dictation finds theirs ready. */
  engineTermLists: 4,
  /** How tokens can be read as letters of one of those lists: after so many readings it begins anew. */
  engineTermSteps: 20_000,
  padBeforeMs: 300,
  padAfterMs: 500,
  /**
   * A shorter pause stays inside its segment, and so much silence at either end of the recording stays with the
   * speech beside it: models read what surrounds a word. With 1.5 s and 1 s the recordings under 28 s of the test
   * set come out as if decoded whole; with 0.8 s and 0.5 s a fifth of the words differ.
   */
  segmentPauseMs: 1_500,
  segmentEdgeMs: 1_000,

  /**
   * Telling speakers apart: the voices of a long recording are compared block by block, and then what each block
   * leaves. Four hours, some 28,000 voices, then take a second instead of an hour.
   */
  voicesInBlock: 200,
  groupsOfBlock: 8,

  /** Transcription: what counts as short work, and how many uploads are looked into at once. */
  shortRecordingSeconds: 60,
  shortRecordingBytes: 1 * MIB,
  inspectionsAtOnce: 4,
  /**
   * Recordings beside those that share the recognizer's turns, one of an account that has none: it waits neither for a
   * job to step aside nor for another account's calls.
   */
  dictationOwnTurns: 4,
  shortOwnTurns: 4,
  /** Calls that have begun and let another account's go first: each may hold a decoder. */
  callsAside: 8,

  /** Formatting: comparisons of heard words with terms of the dictionary in one text; one takes about 2 µs. */
  dictionaryComparisons: 200_000,
  /** Words of a recording that its other words are compared with. */
  vocabularyWords: 2_000,
  vocabularyComparisons: 200_000,

  /**
   * Finished texts: processes that make them, how long one text and a start may take (of time that counts, QuietTime), how
   * often that is looked at, and after how long a process that sleeps over a text is killed; the memory beyond which an idle
   * process is replaced, how long a text may become, and the rules of people that a process remembers.
   */
  textProcesses: 2,
  textDeadlineMs: 3_000,
  textHostStartMs: 10_000,
  textLookMs: 100,
  textAsleepMs: 1_000,
  textProcessBytes: 256 * MIB,
  finishedTextFactor: 10,
  finishedTextExtraChars: 64 * KIB,
  /** Of a finished text, listed in a header: about 3 kB. */
  unsureWords: 200,
  knownRulesChars: 8 * MIB,

  /**
   * A model pack: its pack.json, and all of its files. Fetching one: tries without a byte more, the pause before the
   * second, and how long no data may come.
   */
  packManifestBytes: 1 * MIB,
  packBytes: 64 * 1024 * MIB,
  packArchiveEntries: 10_000,
  /** The unpacked size of an archive: so many times its own size, and so much more. Models hardly shrink. */
  packUnpackedFactor: 20,
  packUnpackedExtraBytes: 16 * MIB,
  packFilesShown: 20,
  packIdChars: 100,
  modelAliasChars: 100,
  packPathChars: 200,
  packLicenceChars: 200,
  packTextChars: 1_000,
  packExternalFiles: 64,
  packLanguages: 2_000,
  downloadTries: 5,
  /** From a catalogue by way of a mirror to where the file lies takes two or three. */
  downloadRedirects: 5,
  downloadPauseMs: 1_000,
  downloadStallMs: 30_000,
  downloadsAtOnce: 3,

  /**
   * Several packs: how many a language's route may name, how often their folder is looked at, how long a recording waits
   * for memory that others hold, and how much of a recording may be kept until its language is known.
   */
  packsOfRoute: 16,
  packsLookEveryMs: 5_000,
  packMemoryWaitMs: 120_000,
  /** How long a text may wait for its marks, loading included; then it goes without. */
  punctuationMs: 10_000,
  punctuationWordMs: 10,
  /** A shorter dictation without a long pause is one sentence, in which marks that nobody spoke do harm (`bench:dictation-marks`). */
  dictationWordsForMarks: 25,
  identificationSeconds: 300,

  /** Editing by voice: longer instructions are no instructions, and every way to read one costs time. */
  editInstructionChars: 2_000,
  editReadings: 4,
  editCommands: 3,
  editReplacements: 8,
  editSoundAlikeChars: 60,

  /**
   * A site's language model: longer texts stay with the rules (ten minutes of speech are some 9,000 characters), calls
   * beside these too, and after so many failures in a row it is left alone for a while that doubles each time.
   */
  languageModelTextChars: 20_000,
  languageModelAnswerBytes: 256 * KIB,
  languageModelMsMin: 100,
  languageModelMsMax: 60_000,
  /** A text that shares hardly a word with the other is foreign enough without a look at every spelling. */
  languageModelComparedChars: 40,
  languageModelComparisons: 20_000,
  languageModelCallsAtOnce: 8,
  languageModelFailures: 3,
  languageModelPauseFirstMs: 15_000,
  languageModelPauseLongestMs: 300_000,
} as const;
