/** Live streams that a kill of the server cut off: the next start makes recordings of what was sealed of their sound. */
import type { Credential, Principal } from "../../accounts/authentication/principal.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { transact } from "../../store/database/write-lock.ts";
import {
  deleteStreamSound,
  type NotedSound,
  putStreamSound,
  streamSoundKey,
} from "../../store/recordings/stream-sounds.ts";
import { requireKeeping } from "../library/access.ts";
import type { MakingDeps, RecordingWishes } from "./deps.ts";
import { makeFromStream } from "./from-stream.ts";
import { StreamSound } from "./stream-sound.ts";

/** From now on a kill of the server does not lose it. Again, where other things are wished. */
export function noteSound(
  { db }: Pick<MakingDeps, "db">,
  { accountId, userId, credential }: Principal,
  { notedAs: fileName, key }: StreamSound,
  wishes: RecordingWishes,
): Promise<void> {
  const texts = { credential: JSON.stringify(credential), wishes: JSON.stringify(wishes) };
  return transact(db, () => putStreamSound(db, { fileName, key, accountId, userId, ...texts }));
}

/** Its key first: if a kill leaves some of the file, nobody can read it. */
export async function forgetSound({ db }: Pick<MakingDeps, "db">, sound: StreamSound): Promise<void> {
  try {
    await transact(db, () => deleteStreamSound(db, sound.notedAs));
  } finally {
    await sound.discard();
  }
}

/** One after the other, until the signal; the next start tries those again that could not be made. */
export async function makeLostStreams(
  deps: MakingDeps,
  lost: readonly NotedSound[],
  signal: AbortSignal,
): Promise<void> {
  for (const each of lost) {
    if (signal.aborted) return;
    try {
      await makeLost(deps, each, signal);
      await deps.audioFiles.remove(each.fileName);
    } catch (error) {
      if (!signal.aborted) deps.logger.error("live_recording_not_made", { cause: String(error) });
    }
  }
}

async function makeLost(deps: MakingDeps, lost: NotedSound, signal: AbortSignal): Promise<void> {
  const { fileName, accountId, userId } = lost;
  const principal = { accountId, userId, credential: JSON.parse(lost.credential) as Credential };
  const key = streamSoundKey(deps.db, fileName);
  if (key !== null && mayBeKept(deps, principal)) {
    const sound = await StreamSound.salvaged(deps.audioFiles, { fileName, key });
    const wishes = JSON.parse(lost.wishes) as RecordingWishes;
    if (sound.seconds > 0) {
      await makeFromStream(deps, { principal, requestId: newId("req"), signal, wishes }, sound);
      return;
    }
    await sound.discard();
  }
  await transact(deps.db, () => deleteStreamSound(deps.db, fileName));
}

function mayBeKept({ db }: MakingDeps, principal: Principal): boolean {
  try {
    requireKeeping(db, principal);
    return true;
  } catch (error) {
    if (error instanceof TiroError && error.status < 500) return false;
    throw error;
  }
}
