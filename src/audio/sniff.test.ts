import { expect, test } from "bun:test";
import { inMemory } from "../../test/audio/support/bytes-in-memory.ts";
import { refusalOf } from "../../test/support/refusal.ts";
import { limits } from "../config/limits.ts";
import { sniff } from "./sniff.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");
const mp3 = Buffer.concat([latin1("\xff\xfb\x90\x64"), Buffer.alloc(413)]);
const adts = Buffer.concat([latin1("\xff\xf1\x50\x80\x01\x1f\xfc"), Buffer.alloc(1)]);
/** Ten bytes and 200 more, the length in seven bits a byte. */
const tag = Buffer.concat([latin1("ID3\x04\0\0\0\0\x01\x48"), Buffer.alloc(200)]);

const refusal = (file: Uint8Array) => refusalOf(() => sniff(inMemory(file)));

test.each<[name: string, file: Uint8Array, container: string, contentBytes: number]>([
  ["wav", latin1("RIFF....WAVEfmt "), "wav", 16],
  ["flac", latin1("fLaC\0\0\0\x22"), "flac", 8],
  ["FLAC behind a tag", Buffer.concat([tag, latin1("fLaC")]), "flac", 4],
  ["ogg", latin1("OggS\0\x02"), "ogg", 6],
  ["webm", latin1("\x1a\x45\xdf\xa3\x93"), "matroska", 5],
  ["mp4", latin1("\0\0\0\x20ftypisom"), "mp4", 12],
  ["QuickTime", latin1("\0\0\0\x08wide\0\0\0\0mdat"), "mp4", 16],
  ["mpeg", latin1("\0\0\x01\xba\x44"), "mpeg", 5],
  ["mp3", Buffer.concat([mp3, mp3, mp3]), "mp3", 3 * 417],
  ["mp3 behind tags and rubbish", Buffer.concat([tag, tag, Buffer.alloc(99), mp3]), "mp3", 417],
  ["AAC", Buffer.concat([adts, adts, adts]), "aac", 24],
])("the content tells the format: %s", (_, file, container, contentBytes) => {
  const sniffed = sniff(inMemory(file));
  expect(sniffed.container as string).toBe(container);
  expect(sniffed.content.bytes).toBe(contentBytes);
});

test.each([
  ["text", latin1("Dear Sir,\r\n\tyours."), "is text"],
  ["text with accents", Buffer.from("Größe".repeat(300)), "is text"],
  ["a PDF", latin1("%PDF-1.7"), "a PDF document"],
  ["a picture", latin1("\x89PNG\r\n\x1a\n"), "a picture"],
  ["an archive", latin1("PK\x03\x04"), "an archive"],
  ["AIFF", latin1("FORM....AIFF"), "an AIFF recording"],
  ["noise", latin1("\x01\x02\x03\x80\x90"), "not audio in a supported format"],
])("%s is named, and what is supported is listed", (_, file, words) => {
  const { code, message } = refusal(file);
  expect(code).toBe("unsupported_media_type");
  expect(message).toContain(words);
  expect(message).toContain("flac, m4a, mp3, mp4, mpeg, mpga, ogg, wav and webm");
});

test("as many tags as the limit are passed over", () => {
  const file = (tags: number) => Buffer.concat([...Array(tags).fill(tag), latin1("fLaC")]);
  expect(sniff(inMemory(file(limits.id3Tags))).container).toBe("flac");
  expect(refusal(file(limits.id3Tags + 1)).code).toBe("unsupported_media_type");
});
