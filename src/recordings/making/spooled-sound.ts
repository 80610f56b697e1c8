import { audioKey, audioOf } from "../../store/recordings/audio.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import type { NewFile } from "../audio/audio-files.ts";
import { soundGone } from "../audio/sealed-file.ts";
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

/** An encrypted file of which no recording may know yet. The caller removes it. @throws as `spooledSound`. */
export async function spooledFile(
  { audioFiles, spool }: Pick<MakingDeps, "audioFiles" | "spool">,
  kept: Pick<NewFile, "fileName" | "bytes" | "key">,
  signal: AbortSignal,
): Promise<SpooledFile> {
  const writer = spool.create();
  try {
    const reader = await audioFiles.open(kept, kept.key);
    try {
      for await (const block of reader.read(0, kept.bytes)) {
        signal.throwIfAborted();
        writer.push(block);
        await writer.flushFull();
      }
    } finally {
      await reader.close();
    }
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}
