/** Acts that are done at once, outside a form. */
import { confirmFirst, type Question } from "./dialog.tsx";
import { orToast, toast } from "./toasts.tsx";

export interface Act {
  /** Asked before something that cannot be undone. */
  ask?: Question;
  /** The note once it is done: “Key revoked”. */
  done?: string | undefined;
  /** Afterwards, also if it failed: shows how things are now. */
  after?: () => unknown;
}

/** Shows a failure of the work as a note. */
export async function perform(work: () => Promise<unknown>, { ask, done, after }: Act = {}): Promise<void> {
  if (ask && !(await confirmFirst(ask))) return;
  await orToast(async () => {
    await work();
    if (done !== undefined) toast(done);
  });
  await after?.();
}
