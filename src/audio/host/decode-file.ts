/** Finds out what a file is, from its content, and decodes it with the reader for its kind. */
import { limits } from "../../config/limits.ts";
import { type AudioInfo, SAMPLE_RATE } from "../audio.ts";
import type { ByteSource } from "../byte-source.ts";
import { readMatroska } from "../containers/matroska.ts";
import { isMp4CutShort } from "../containers/mp4.ts";
import { withoutSimpleEdit } from "../containers/mp4-edit.ts";
import { findFrames, readXingHeader } from "../containers/mpeg-audio.ts";
import { readOgg } from "../containers/ogg.ts";
import { readProgramStream } from "../containers/program-stream.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { type Container, sniff } from "../sniff.ts";
import { findMpegInWav, readWavFormat } from "../wav.ts";
import { wavDurationSeconds, wavSamples } from "../wav-samples.ts";
import { type DecodedTrack, decodeAdts, decodeTrack, type LoadFfmpeg, type Samples } from "./decode-track.ts";

export interface DecodedFile {
  info: AudioInfo;
  /** Whether samples are stored as they are, so that the stated duration is true and no codec pads the ends. */
  isLengthExact: boolean;
  samples: Iterable<Int16Array>;
}

type Decode = (content: ByteSource, load: LoadFfmpeg) => DecodedFile;

const DECODERS: Readonly<Record<Container, Decode>> = {
  wav: decodeWav,
  flac: decodeFlac,
  ogg: decodeOgg,
  mp4: decodeMp4,
  matroska: decodeMatroska,
  mp3: decodeMp3,
  aac: (content, load) => decoded("aac", decodeAdts(content, load)),
  mpeg: (content, load) => decoded("mpeg", decodeTrack("mp3", [readProgramStream(content)], load)),
};

/**
 * Throws `unsupported_media_type`, `invalid_audio` that says what is wrong, and `internal_error` if the
 * decoder's module does not load. So do the samples.
 */
export function decodeFile(file: ByteSource, load: LoadFfmpeg): DecodedFile {
  const { container, content } = sniff(file);
  return DECODERS[container](content, load);
}

function decodeWav(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const mpeg = findMpegInWav(content);
  if (mpeg) return decoded("wav", decodeTrack("mp3", [mpeg], load));
  const format = readWavFormat(content);
  return {
    info: {
      container: "wav",
      codec: format.encoding,
      sampleRate: format.sampleRate,
      channels: format.channels,
      statedDurationSeconds: wavDurationSeconds(format),
    },
    isLengthExact: true,
    samples: wavSamples(content, format),
  };
}

function decodeFlac(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const track = decodeTrack("flac", [content], load);
  return decoded("flac", { ...track, samples: checkedLength(track.samples, track.durationSeconds) });
}

function decodeOgg(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const {
    links: [first, ...others],
    isCutShort,
  } = readOgg(content);
  if (!first) throw invalidAudio("The Ogg file is damaged: it has no beginning of a stream.");
  const track = decodeTrack("ogg", [first, ...others], load);
  return decoded("ogg", isCutShort ? cutShort("Ogg", { ...track, durationSeconds: null }) : track);
}

function decodeMp4(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const isCutShort = isMp4CutShort(content);
  const edited = withoutSimpleEdit(content);
  const track = edited
    ? decodeTrack("mov", [edited.content], load, edited.skippedSeconds)
    : decodeTrack("mov", [content], load);
  return decoded("mp4", isCutShort ? cutShort("MP4", track) : track);
}

function decodeMatroska(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const { docType, durationSeconds, isCutShort } = readMatroska(content);
  const track = { ...decodeTrack("matroska", [content], load), durationSeconds };
  const name = docType === "webm" ? "WebM" : "Matroska";
  return decoded(name.toLowerCase(), isCutShort ? cutShort(name, track) : track);
}

function decodeMp3(content: ByteSource, load: LoadFfmpeg): DecodedFile {
  const frame = findFrames(content)?.frame;
  const xing = frame ? readXingHeader(content, frame) : null;
  const track = {
    ...decodeTrack("mp3", [content], load),
    // Without this header FFmpeg guesses from the bit rate.
    durationSeconds: xing?.durationSeconds ?? null,
  };
  const isCutShort = (xing?.bytes ?? 0) > content.bytes;
  return decoded("mp3", isCutShort ? cutShort("MP3", track) : track);
}

function decoded(container: string, track: DecodedTrack): DecodedFile {
  const { codec, sampleRate, channels, durationSeconds, samples } = track;
  return {
    info: { container, codec, sampleRate, channels, statedDurationSeconds: durationSeconds },
    isLengthExact: false,
    samples,
  };
}

/** The file surely lacks its end: how much is there is counted, and nothing of it passed on. */
function cutShort(name: string, track: DecodedTrack): DecodedTrack {
  return { ...track, samples: countOnly(name, track) };
}

// biome-ignore lint/correctness/useYield: ends with an error before anything can be passed on
function* countOnly(name: string, { samples, durationSeconds }: DecodedTrack): Samples {
  let count = 0;
  for (const block of samples) count += block.length;
  throw cutShortError(`The ${name} file`, durationSeconds, count / SAMPLE_RATE);
}

/** FLAC says how long it is and not how many bytes it has, so that a missing end shows only at the end. */
function* checkedLength(samples: Samples, statedSeconds: number | null): Samples {
  let count = 0;
  for (const block of samples) {
    count += block.length;
    yield block;
  }
  const seconds = count / SAMPLE_RATE;
  if (statedSeconds !== null && seconds < statedSeconds - limits.mediaMissingSeconds)
    throw cutShortError("The FLAC file", statedSeconds, seconds);
}

function cutShortError(subject: string, statedSeconds: number | null, seconds: number) {
  const present = `${seconds.toFixed(2)} s`;
  return invalidAudio(
    statedSeconds === null
      ? `${subject} is cut short: it ends after ${present}.`
      : `${subject} is cut short: its header states ${statedSeconds.toFixed(2)} s of audio, but it contains ${present}.`,
  );
}
