import { cutWav } from "../../audio/wav-part.ts";
import { limits } from "../../config/limits.ts";
import { audioKey, audioOf } from "../../store/recordings/audio.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import type { NewFile } from "../audio/audio-files.ts";
import { type SealedReader, soundGone } from "../audio/sealed-file.ts";
import type { MakingDeps } from "./deps.ts";

/** The kept sound as a file that can be decoded. The caller removes it. @throws TiroError `recording_audio_gone`, `storage_full`. */
export async function spooledSound(
  { db, audioFiles, spool }: Pick<MakingDeps, "db" | "audioFiles" | "spool">,
  recording: number,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const [kept, key] = [audioOf(db, recording), audioKey(db, recording)];
  if (kept === null || key === null) throw soundGone();
  return spooledFile({ audioFiles, spool }, { ...kept, key }, signal);
}

/**
 * The parts of the kept sound that are needed to hear a part of it. Of WAV, as the copies are, only the blocks that hold the part are read
 * and opened: of four hours a hundredth for two minutes. Other formats have no place for each moment, and come whole.
 * @returns with the second of the recording at which the file begins. The caller removes it. @throws as `spooledSound`.
 */
export async function spooledPart(
  { db, audioFiles, spool }: Pick<MakingDeps, "db" | "audioFiles" | "spool">,
  recording: number,
  part: { start: number; end: number },
  signal: AbortSignal,
): Promise<{ file: SpooledFile; beginsAt: number }> {
  const [kept, key] = [audioOf(db, recording), audioKey(db, recording)];
  if (kept === null || key === null) throw soundGone();
  const reader = await audioFiles.open(kept, key);
  try {
    const cut =
      kept.contentType === "audio/wav" ? cutWav(await headOf(reader, kept.bytes), kept.bytes, part) : null;
    const range = cut ?? { head: null, from: 0, to: kept.bytes, beginsAt: 0 };
    return { file: await spooled(spool, reader, range, signal), beginsAt: range.beginsAt };
  } finally {
    await reader.close();
  }
}

async function headOf(reader: SealedReader, bytes: number): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(reader.read(0, Math.min(bytes, limits.audioBlockBytes))));
}

async function spooled(
  spool: MakingDeps["spool"],
  reader: SealedReader,
  { head, from, to }: { head: Uint8Array | null; from: number; to: number },
  signal: AbortSignal,
): Promise<SpooledFile> {
  const writer = spool.create();
  try {
    if (head) writer.push(head);
    for await (const block of reader.read(from, to)) {
      signal.throwIfAborted();
      writer.push(block);
      await writer.flushFull();
    }
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** An encrypted file of which no recording may know yet. The caller removes it. @throws as `spooledSound`. */
export async function spooledFile(
  { audioFiles, spool }: Pick<MakingDeps, "audioFiles" | "spool">,
  kept: Pick<NewFile, "fileName" | "bytes" | "key">,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const reader = await audioFiles.open(kept, kept.key);
  try {
    return await spooled(spool, reader, { head: null, from: 0, to: kept.bytes }, signal);
  } finally {
    await reader.close();
  }
}
