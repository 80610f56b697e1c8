/** Every kind of recording that people send, as ffmpeg builds it, and what tiro must say of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ffmpeg, testSignal } from "./ffmpeg.ts";

export const CASE_SECONDS = 4;

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
  inputs: string[];
  /** Writes to a pipe, as recorders do: no length, no index. */
  piped: boolean;
  /** The finished file is repeated this often, as streams and recorders join recordings. */
  times: number;
}

const INPUTS: Record<string, string> = {
  picture: "testsrc=s=300x300:r=1:d=1",
  video: `testsrc=s=160x120:r=10:d=${CASE_SECONDS}`,
  /** MPEG knows few frame rates. */
  broadcast: `testsrc=s=160x120:r=25:d=${CASE_SECONDS}`,
};

/** `also`: a further input, `piped`, and how many `times`. */
const TABLE = `
container | what                                        | file               | Hz     | ch | codec     | ffmpeg's options | also
wav       | 16-bit, as the engine takes it              | plain.wav          | 16000  | 1  | pcm       | -c:a pcm_s16le
wav       | 16-bit stereo                               | stereo.wav         | 44100  | 2  | pcm       | -c:a pcm_s16le
wav       | 8-bit                                       | u8.wav             | 8000   | 1  | pcm       | -c:a pcm_u8
wav       | 24-bit, extensible                          | s24.wav            | 48000  | 2  | pcm       | -c:a pcm_s24le
wav       | 32-bit                                      | s32.wav            | 22050  | 1  | pcm       | -c:a pcm_s32le
wav       | 32-bit float                                | f32.wav            | 96000  | 2  | float     | -c:a pcm_f32le
wav       | 64-bit float                                | f64.wav            | 11025  | 1  | float     | -c:a pcm_f64le
wav       | A-law                                       | alaw.wav           | 8000   | 1  | alaw      | -c:a pcm_alaw
wav       | µ-law                                       | ulaw.wav           | 8000   | 2  | ulaw      | -c:a pcm_mulaw
wav       | 5.1                                         | surround.wav       | 48000  | 6  | pcm       | -c:a pcm_s16le
wav       | RF64                                        | rf64.wav           | 48000  | 1  | pcm       | -c:a pcm_s16le -rf64 always
wav       | 192 kHz                                     | high.wav           | 192000 | 1  | pcm       | -c:a pcm_s24le
wav       | 16 kHz stereo with tags                     | tags.wav           | 16000  | 2  | pcm       | -c:a pcm_s16le -metadata title=x
flac      | mono                                        | mono.flac          | 16000  | 1  | flac      | -c:a flac
flac      | 24-bit stereo                               | s24.flac           | 96000  | 2  | flac      | -c:a flac -sample_fmt s32
flac      | 5.1                                         | surround.flac      | 48000  | 6  | flac      | -c:a flac
mp3       | constant rate                               | cbr.mp3            | 44100  | 2  | mp3       | -c:a libmp3lame -b:a 128k
mp3       | variable rate                               | vbr.mp3            | 44100  | 1  | mp3       | -c:a libmp3lame -q:a 6
mp3       | 8 kHz (MPEG 2.5)                            | telephone.mp3      | 8000   | 1  | mp3       | -c:a libmp3lame -b:a 16k
mp3       | 22 kHz (MPEG 2)                             | half.mp3           | 22050  | 2  | mp3       | -c:a libmp3lame -b:a 64k
mp3       | without Xing header or tags                 | bare.mp3           | 48000  | 2  | mp3       | -c:a libmp3lame -write_xing 0 -id3v2_version 0
mp4       | M4A, index at the end                       | end.m4a            | 44100  | 2  | aac       | -c:a aac -b:a 96k
mp4       | M4A, index first                            | front.m4a          | 44100  | 1  | aac       | -c:a aac -movflags faststart
mp4       | fragmented                                  | fragmented.mp4     | 48000  | 2  | aac       | -c:a aac -movflags empty_moov+default_base_moof -frag_duration 1000000
mp4       | 5.1                                         | surround.m4a       | 48000  | 6  | aac       | -c:a aac -b:a 256k
mp4       | 8 kHz                                       | telephone.m4a      | 8000   | 1  | aac       | -c:a aac
mp4       | ALAC                                        | alac.m4a           | 44100  | 2  | alac      | -c:a alac
mp4       | Opus                                        | opus.mp4           | 48000  | 1  | opus      | -c:a libopus -strict experimental
mp4       | FLAC                                        | flac.mp4           | 44100  | 1  | flac      | -c:a flac -strict experimental
ogg       | Opus                                        | opus.ogg           | 48000  | 1  | opus      | -c:a libopus -b:a 24k
ogg       | Opus stereo                                 | stereo.opus        | 48000  | 2  | opus      | -c:a libopus
ogg       | Opus 5.1                                    | surround.opus      | 48000  | 6  | opus      | -c:a libopus -b:a 256k -mapping_family 1
ogg       | Vorbis                                      | vorbis.ogg         | 44100  | 2  | vorbis    | -c:a libvorbis
ogg       | Vorbis, 8 kHz                               | telephone.ogg      | 8000   | 1  | vorbis    | -c:a libvorbis
ogg       | FLAC                                        | flac.oga           | 44100  | 1  | flac      | -c:a flac
webm      | Opus                                        | opus.webm          | 48000  | 1  | opus      | -c:a libopus
webm      | Vorbis                                      | vorbis.webm        | 44100  | 2  | vorbis    | -c:a libvorbis
wav       | written to a pipe                           | piped.wav          | 44100  | 1  | pcm       | -c:a pcm_s16le -f wav | piped
flac      | written to a pipe                           | piped.flac         | 48000  | 1  | flac      | -c:a flac -f flac | piped
flac      | with a cover picture                        | cover.flac         | 48000  | 1  | flac      | -c:a flac -c:v mjpeg -disposition:v attached_pic | picture
mp3       | variable rate with a cover picture          | cover.mp3          | 48000  | 1  | mp3       | -c:a libmp3lame -q:a 5 -c:v mjpeg -disposition:v attached_pic | picture
webm      | from a browser's recorder, without duration | recorder.webm      | 48000  | 1  | opus      | -c:a libopus -f webm -live 1 | piped
webm      | video with sound                            | video.webm         | 48000  | 1  | opus      | -c:v libvpx -c:a libopus | video
mp4       | video with sound                            | video.mp4          | 48000  | 1  | aac       | -c:v libx264 -c:a aac | video
mp4       | fragmented video, written to a pipe         | piped.mp4          | 48000  | 1  | aac       | -c:v libx264 -c:a aac -f mp4 -movflags frag_keyframe+empty_moov | video piped
ogg       | chained                                     | chained.ogg        | 48000  | 1  | opus      | -c:a libopus | ×3
ogg       | chained Vorbis                              | chained-vorbis.ogg | 44100  | 1  | vorbis    | -c:a libvorbis | ×2
mp3       | layer II                                    | layer2.mp2         | 48000  | 1  | mp2       | -c:a mp2
mp3       | layer II at 16 kHz                          | half.mpga          | 16000  | 1  | mp2       | -c:a mp2 -f mp2
aac       | AAC without a container                     | adts.aac           | 44100  | 1  | aac       | -c:a aac
wav       | MP3 inside                                  | mp3.wav            | 48000  | 1  | mp3       | -c:a libmp3lame -f wav
mp4       | MP3 inside                                  | mp3.mp4            | 48000  | 2  | mp3       | -c:a libmp3lame
mp4       | QuickTime with PCM                          | pcm.mov            | 48000  | 1  | pcm_s16le | -c:a pcm_s16le
matroska  | video with sound                            | video.mkv          | 48000  | 1  | aac       | -c:v libx264 -c:a aac | video
mpeg      | MPEG 1 video with sound                     | video.mpeg         | 48000  | 1  | mp2       | -c:v mpeg1video -c:a mp2 | broadcast
mpeg      | MPEG 2 video with sound                     | video.vob          | 48000  | 1  | mp2       | -c:v mpeg2video -c:a mp2 -f vob | broadcast
mpeg      | sound alone                                 | sound.mpg          | 48000  | 1  | mp2       | -c:a mp2 -f mpeg
`;

export const cases: FormatCase[] = TABLE.trim().split("\n").slice(1).map(fromRow);

/** By the names of the files. */
const built = new Map<string, Uint8Array>();

/** Builds the file, once in a process, and returns its path. */
export function build(folder: string, one: FormatCase): string {
  const { file, sampleRate, channels, encode, inputs, piped, times } = one;
  const path = join(folder, file);
  let bytes = built.get(file);
  if (bytes === undefined) {
    const signal = testSignal(CASE_SECONDS, sampleRate, channels);
    const output = ffmpeg(folder, [...inputs, ...signal, ...encode, "-threads", "1", piped ? "-" : file]);
    bytes = piped ? output : readFileSync(path);
    built.set(file, bytes);
  }
  writeFileSync(path, Buffer.concat(Array(times).fill(bytes)));
  return path;
}

function fromRow(line: string): FormatCase {
  const cells = line.split("|").map((cell) => cell.trim());
  const [container = "", name = "", file = "", rate, channels, codec = "", encode = "", also = ""] = cells;
  const words = also.split(" ");
  return {
    container,
    name,
    file,
    sampleRate: Number(rate),
    channels: Number(channels),
    codec,
    encode: encode.split(" "),
    inputs: words.flatMap((word) => (INPUTS[word] ? ["-f", "lavfi", "-i", INPUTS[word]] : [])),
    piped: words.includes("piped"),
    times: Number(words.find((word) => word.startsWith("×"))?.slice(1) ?? 1),
  };
}
