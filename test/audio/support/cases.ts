/** Every kind of recording that people send, as ffmpeg builds it, and what tiro must say of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ffmpeg, testSignal } from "./ffmpeg.ts";

export const CASE_SECONDS = 7;

export interface FormatCase {
  name: string;
  file: string;
  sampleRate: number;
  channels: number;
  /** `AudioInfo.container` and `codec`. */
  container: string;
  codec: string;
  /** ffmpeg's output options. */
  encode: string[];
  /** Further inputs, such as a picture, come before the sound's input. */
  inputs?: string[];
  /** Writes to a pipe, as recorders do: no length, no index. */
  piped?: boolean;
  /** The finished file stands this often behind itself, as streams and recorders join recordings. */
  times?: number;
}

const VIDEO = ["-f", "lavfi", "-i", `testsrc=s=160x120:r=10:d=${CASE_SECONDS}`];
/** These formats know few frame rates. */
const BROADCAST = ["-f", "lavfi", "-i", `testsrc=s=160x120:r=25:d=${CASE_SECONDS}`];
const MPEG_1 = ["-c:v", "mpeg1video", "-c:a", "mp2"];
const MPEG_2 = ["-c:v", "mpeg2video", "-c:a", "mp2", "-f", "vob"];
const PICTURE = ["-f", "lavfi", "-i", "testsrc=s=300x300:r=1:d=1"];

type Row = [name: string, file: string, sampleRate: number, channels: number, codec: string, encode: string];

const WAV: Row[] = [
  ["16-bit, as the engine takes it", "plain.wav", 16_000, 1, "pcm", "-c:a pcm_s16le"],
  ["16-bit stereo", "stereo.wav", 44_100, 2, "pcm", "-c:a pcm_s16le"],
  ["8-bit", "u8.wav", 8_000, 1, "pcm", "-c:a pcm_u8"],
  ["24-bit, extensible", "s24.wav", 48_000, 2, "pcm", "-c:a pcm_s24le"],
  ["32-bit", "s32.wav", 22_050, 1, "pcm", "-c:a pcm_s32le"],
  ["32-bit float", "f32.wav", 96_000, 2, "float", "-c:a pcm_f32le"],
  ["64-bit float", "f64.wav", 11_025, 1, "float", "-c:a pcm_f64le"],
  ["A-law", "alaw.wav", 8_000, 1, "alaw", "-c:a pcm_alaw"],
  ["µ-law", "ulaw.wav", 8_000, 2, "ulaw", "-c:a pcm_mulaw"],
  ["5.1", "surround.wav", 48_000, 6, "pcm", "-c:a pcm_s16le"],
  ["RF64", "rf64.wav", 48_000, 1, "pcm", "-c:a pcm_s16le -rf64 always"],
  ["192 kHz", "high.wav", 192_000, 1, "pcm", "-c:a pcm_s24le"],
  ["16 kHz stereo with tags", "tags.wav", 16_000, 2, "pcm", "-c:a pcm_s16le -metadata title=x"],
];
const FLAC: Row[] = [
  ["mono", "mono.flac", 16_000, 1, "flac", "-c:a flac"],
  ["24-bit stereo", "s24.flac", 96_000, 2, "flac", "-c:a flac -sample_fmt s32"],
  ["5.1", "surround.flac", 48_000, 6, "flac", "-c:a flac"],
];
const MP3: Row[] = [
  ["constant rate", "cbr.mp3", 44_100, 2, "mp3", "-c:a libmp3lame -b:a 128k"],
  ["variable rate", "vbr.mp3", 44_100, 1, "mp3", "-c:a libmp3lame -q:a 6"],
  ["8 kHz (MPEG 2.5)", "telephone.mp3", 8_000, 1, "mp3", "-c:a libmp3lame -b:a 16k"],
  ["22 kHz (MPEG 2)", "half.mp3", 22_050, 2, "mp3", "-c:a libmp3lame -b:a 64k"],
  [
    "without Xing header or tags",
    "bare.mp3",
    48_000,
    2,
    "mp3",
    "-c:a libmp3lame -write_xing 0 -id3v2_version 0",
  ],
];
const MP4: Row[] = [
  ["M4A, index at the end", "end.m4a", 44_100, 2, "aac", "-c:a aac -b:a 96k"],
  ["M4A, index first", "front.m4a", 44_100, 1, "aac", "-c:a aac -movflags faststart"],
  [
    "fragmented",
    "fragmented.mp4",
    48_000,
    2,
    "aac",
    "-c:a aac -movflags empty_moov+default_base_moof -frag_duration 1000000",
  ],
  ["5.1", "surround.m4a", 48_000, 6, "aac", "-c:a aac -b:a 256k"],
  ["8 kHz", "telephone.m4a", 8_000, 1, "aac", "-c:a aac"],
  ["ALAC", "alac.m4a", 44_100, 2, "alac", "-c:a alac"],
  ["Opus", "opus.mp4", 48_000, 1, "opus", "-c:a libopus -strict experimental"],
  ["FLAC", "flac.mp4", 44_100, 1, "flac", "-c:a flac -strict experimental"],
];
const OGG: Row[] = [
  ["Opus", "opus.ogg", 48_000, 1, "opus", "-c:a libopus -b:a 24k"],
  ["Opus stereo", "stereo.opus", 48_000, 2, "opus", "-c:a libopus"],
  ["Opus 5.1", "surround.opus", 48_000, 6, "opus", "-c:a libopus -b:a 256k -mapping_family 1"],
  ["Vorbis", "vorbis.ogg", 44_100, 2, "vorbis", "-c:a libvorbis"],
  ["Vorbis, 8 kHz", "telephone.ogg", 8_000, 1, "vorbis", "-c:a libvorbis"],
  ["FLAC", "flac.oga", 44_100, 1, "flac", "-c:a flac"],
];
const WEBM: Row[] = [
  ["Opus", "opus.webm", 48_000, 1, "opus", "-c:a libopus"],
  ["Vorbis", "vorbis.webm", 44_100, 2, "vorbis", "-c:a libvorbis"],
];

const tables: [container: string, rows: Row[]][] = [
  ["wav", WAV],
  ["flac", FLAC],
  ["mp3", MP3],
  ["mp4", MP4],
  ["ogg", OGG],
  ["webm", WEBM],
];

const odd: FormatCase[] = [
  base("wav", "written to a pipe", "piped.wav", "pcm", ["-c:a", "pcm_s16le", "-f", "wav"], {
    piped: true,
    sampleRate: 44_100,
  }),
  base("flac", "written to a pipe", "piped.flac", "flac", ["-c:a", "flac", "-f", "flac"], { piped: true }),
  base(
    "flac",
    "with a cover picture",
    "cover.flac",
    "flac",
    ["-c:a", "flac", "-c:v", "mjpeg", "-disposition:v", "attached_pic"],
    { inputs: PICTURE },
  ),
  base(
    "mp3",
    "variable rate with a cover picture",
    "cover.mp3",
    "mp3",
    ["-c:a", "libmp3lame", "-q:a", "5", "-c:v", "mjpeg", "-disposition:v", "attached_pic"],
    { inputs: PICTURE },
  ),
  base(
    "webm",
    "from a browser's recorder, without duration",
    "recorder.webm",
    "opus",
    ["-c:a", "libopus", "-f", "webm", "-live", "1"],
    { piped: true },
  ),
  base("webm", "video with sound", "video.webm", "opus", ["-c:v", "libvpx", "-c:a", "libopus"], {
    inputs: VIDEO,
  }),
  base("mp4", "video with sound", "video.mp4", "aac", ["-c:v", "libx264", "-c:a", "aac"], { inputs: VIDEO }),
  base(
    "mp4",
    "fragmented video, written to a pipe",
    "piped.mp4",
    "aac",
    ["-c:v", "libx264", "-c:a", "aac", "-f", "mp4", "-movflags", "frag_keyframe+empty_moov"],
    { inputs: VIDEO, piped: true },
  ),
  base("ogg", "chained", "chained.ogg", "opus", ["-c:a", "libopus"], { times: 3 }),
  base("ogg", "chained Vorbis", "chained-vorbis.ogg", "vorbis", ["-c:a", "libvorbis"], {
    times: 2,
    sampleRate: 44_100,
  }),
  base("mp3", "layer II", "layer2.mp2", "mp2", ["-c:a", "mp2"], {}),
  base("mp3", "layer II at 16 kHz", "half.mpga", "mp2", ["-c:a", "mp2", "-f", "mp2"], { sampleRate: 16_000 }),
  base("aac", "AAC without a container", "adts.aac", "aac", ["-c:a", "aac"], { sampleRate: 44_100 }),
  base("wav", "MP3 inside", "mp3.wav", "mp3", ["-c:a", "libmp3lame", "-f", "wav"], {}),
  base("mp4", "MP3 inside", "mp3.mp4", "mp3", ["-c:a", "libmp3lame"], { channels: 2 }),
  base("mp4", "QuickTime with PCM", "pcm.mov", "pcm_s16le", ["-c:a", "pcm_s16le"], {}),
  base("matroska", "video with sound", "video.mkv", "aac", ["-c:v", "libx264", "-c:a", "aac"], {
    inputs: VIDEO,
  }),
  base("mpeg", "MPEG 1 video with sound", "video.mpeg", "mp2", MPEG_1, { inputs: BROADCAST }),
  base("mpeg", "MPEG 2 video with sound", "video.vob", "mp2", MPEG_2, { inputs: BROADCAST }),
  base("mpeg", "sound alone", "sound.mpg", "mp2", ["-c:a", "mp2", "-f", "mpeg"], {}),
];

export const cases: FormatCase[] = [
  ...tables.flatMap(([container, rows]) => rows.map((row) => fromRow(container, row))),
  ...odd,
];

/** Builds the file and returns its path. */
export function build(folder: string, { file, sampleRate, channels, ...rest }: FormatCase): string {
  const { encode, inputs = [], piped, times = 1 } = rest;
  const signal = testSignal(CASE_SECONDS, sampleRate, channels);
  const output = ffmpeg(folder, [...inputs, ...signal, ...encode, "-threads", "1", piped ? "-" : file]);
  const path = join(folder, file);
  if (piped) writeFileSync(path, output);
  if (times > 1) writeFileSync(path, Buffer.concat(Array(times).fill(readFileSync(path))));
  return path;
}

function fromRow(container: string, [name, file, sampleRate, channels, codec, encode]: Row): FormatCase {
  return { name, file, sampleRate, channels, container, codec, encode: encode.split(" ") };
}

function base(
  container: string,
  name: string,
  file: string,
  codec: string,
  encode: string[],
  more: Partial<FormatCase>,
): FormatCase {
  return { name, file, sampleRate: 48_000, channels: 1, container, codec, encode, ...more };
}
