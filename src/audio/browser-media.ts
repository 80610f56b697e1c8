/** Media types of the files that browsers play. */
import { closeSync, openSync } from "node:fs";
import { limits } from "../config/limits.ts";
import type { AudioInfo } from "./audio.ts";
import { type ByteSource, textOf, viewOf } from "./byte-source.ts";
import { FileReader } from "./file-reader.ts";
import { type Container, sniff } from "./sniff.ts";

export interface Media {
  kind: "audio" | "video";
  contentType: string;
}

const TYPES: Readonly<Record<Container, string>> = {
  wav: "audio/wav",
  flac: "audio/flac",
  ogg: "audio/ogg",
  mp4: "audio/mp4",
  matroska: "audio/webm",
  mp3: "audio/mpeg",
  aac: "audio/aac",
  mpeg: "video/mpeg",
};

/** Of all that is kept, as it came or as a copy. */
export const MEDIA_TYPES = [
  ...Object.values(TYPES),
  ...Object.values(TYPES).map((type) => type.replace("audio/", "video/")),
].filter((type, index, all) => all.indexOf(type) === index);

/** By container, the codecs that current browsers play. All others are copied. */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  wav: ["pcm", "float"],
  flac: ["flac"],
  ogg: ["opus", "vorbis", "flac"],
  mp4: ["aac", "mp3", "opus", "flac"],
  webm: ["opus", "vorbis"],
  mp3: ["mp3"],
  aac: ["aac"],
};

export function browsersPlay({ container, codec }: Pick<AudioInfo, "container" | "codec">): boolean {
  return PLAYED[container]?.includes(codec) ?? false;
}

/** From the content; looks at its beginning and at an MP4 file's table of contents. @throws as `sniff`. */
export function mediaOf(path: string): Media {
  const fd = openSync(path, "r");
  try {
    const { container, content } = sniff(new FileReader(fd));
    const contentType = TYPES[container];
    return hasVideo(container, content)
      ? { kind: "video", contentType: contentType.replace("audio/", "video/") }
      : { kind: "audio", contentType };
  } finally {
    closeSync(fd);
  }
}

function hasVideo(container: Container, content: ByteSource): boolean {
  if (container === "mp4") return mp4Index(content).some(isVideoHandler);
  return container === "mpeg" || (container === "matroska" && matroskaHasVideo(content));
}

/** The table of contents (moov), as far as it is read, cut at its handlers (ISO/IEC 14496-12, section 8.4.3). */
function mp4Index(source: ByteSource): string[] {
  let offset = 0;
  for (let count = 0; count < limits.mediaKindBoxes && offset + 8 <= source.bytes; count++) {
    const head = source.read(offset, 16);
    const short = viewOf(head).getUint32(0);
    const bytes = short === 1 && head.byteLength === 16 ? Number(viewOf(head).getBigUint64(8)) : short;
    if (textOf(head, 4, 8) === "moov")
      return textOf(source.read(offset, Math.min(bytes || limits.mediaKindBytes, limits.mediaKindBytes)))
        .split("hdlr")
        .slice(1);
    if (bytes < 8) break;
    offset += bytes;
  }
  return [];
}

/** Four bytes of version and flags and four that are zero stand before the kind. */
function isVideoHandler(afterName: string): boolean {
  return afterName.slice(8, 12) === "vide";
}

/** The element TrackType (0x83) with one byte that says video (RFC 9559, section 5.1.4.1.3); tracks stand before the sound. */
function matroskaHasVideo(source: ByteSource): boolean {
  return textOf(source.read(0, limits.mediaKindBytes)).includes("\x83\x81\x01");
}
