/** Acts that are done at once, outside a form. */
import type { Signal } from "@preact/signals";
import { confirmFirst, type Question } from "./dialog.tsx";
import { orToast, toast } from "./toasts.tsx";

export interface Act {
  /** Asked before something that cannot be undone. */
  ask?: Question;
  /** The note once it is done: “Key revoked”. */
  done?: string | undefined;
  /** True while it is under way. */
  busy?: Signal<boolean>;
  /** Afterwards, also if it failed: shows how things are now. */
  after?: () => unknown;
}

/** Shows a failure of the work as a note. */
export async function perform(work: () => Promise<unknown>, act: Act = {}): Promise<void> {
  const { ask, done, busy, after } = act;
  if (ask && !(await confirmFirst(ask))) return;
  if (busy) busy.value = true;
  await orToast(async () => {
    await work();
    if (done !== undefined) toast(done);
  }).finally(() => {
    if (busy) busy.value = false;
  });
  await after?.();
}
