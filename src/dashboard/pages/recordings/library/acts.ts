/** Acts on recordings, one or several at once. Recordings that the person may only read stay as they are, and a message says so. */
import { type Call, call } from "../../../client/api.ts";
import { libraryActs as words } from "../../../messages/library-acts.ts";
import { confirmFirst, orToast, toast } from "../../../parts/acts.tsx";
import type { Recording } from "./list.ts";

type Change = Exclude<Call<"POST /v1/recordings/bulk">["body"], FormData | Blob>["change"];
/** As many as one call takes. */
const AT_ONCE = 200;

/** @returns how many were changed. @throws ApiFault. */
async function change(recordings: readonly Recording[], change: Change): Promise<number> {
  let [changed, refused] = [0, 0];
  for (let at = 0; at < recordings.length; at += AT_ONCE) {
    const ids = recordings.slice(at, at + AT_ONCE).map(({ id }) => id);
    const answer = await call("POST /v1/recordings/bulk", { body: { ids, change } });
    changed += answer.changed;
    refused += answer.refused.length;
  }
  if (refused > 0) toast(words.refused(refused));
  return changed;
}

/** @throws ApiFault. */
export async function moveTo(recordings: readonly Recording[], folderId: string | null): Promise<void> {
  const count = await change(recordings, { folder_id: folderId });
  if (count > 0) toast(words.moved(count));
}

/** @throws ApiFault. */
export async function changeTags(
  recordings: readonly Recording[],
  { added, removed }: { added: string[]; removed: string[] },
): Promise<void> {
  if (added.length > 0) await change(recordings, { add_tags: added });
  if (removed.length > 0) await change(recordings, { remove_tags: removed });
}

export async function setArchived(recordings: readonly Recording[], archived: boolean): Promise<void> {
  await orToast(async () => {
    const count = await change(recordings, { archived });
    const { archived: said, unarchived } = words;
    if (count > 0)
      toast((archived ? said : unarchived)(count), () => change(recordings, { archived: !archived }));
  });
}

/** @returns whether the person was sure. */
export async function deleteRecordings(recordings: readonly Recording[]): Promise<boolean> {
  const { deleteTitle, deleteText, delete: deleteAct, deleted } = words;
  const title = deleteTitle(recordings.length, recordings[0]?.name ?? "");
  if (!(await confirmFirst({ title, text: deleteText, act: deleteAct }))) return false;
  await orToast(async () => {
    const count = await change(recordings, { delete: true });
    if (count > 0) toast(deleted(count));
  });
  return true;
}

export async function cancelRecording({ id }: Pick<Recording, "id">): Promise<void> {
  await orToast(() => call("POST /v1/recordings/{recording}/cancel", { path: { recording: id } }));
}

export async function retryRecording({ id }: Pick<Recording, "id">): Promise<void> {
  await orToast(() => call("POST /v1/recordings/{recording}/retry", { path: { recording: id }, body: {} }));
}
