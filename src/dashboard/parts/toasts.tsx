/** Short notes of what has just been done, with a way back where there is one. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiFault } from "../client/fault.ts";
import { faultText } from "../messages/faults.ts";
import { frame } from "../messages/frame.ts";
import { announce } from "./announcer.tsx";
import { Button } from "./button.tsx";

const SHOWN_MS = 6_000;
/** Long enough to be found by the keyboard. */
const WITH_UNDO_MS = 12_000;
const MOST = 3;

interface Toast {
  id: number;
  text: string;
  undo: (() => unknown) | null;
  /** Of the way on that stands in the place of the way back. */
  goOn: string | null;
}

const toasts = signal<readonly Toast[]>([]);
let ids = 0;

/**
 * @param text says what happened: “Key revoked”.
 * @param undo takes it back; may fail, which is shown as well.
 * @param goOn the name of what `undo` does, where it takes nothing back: “Show”.
 */
export function toast(text: string, undo: Toast["undo"] = null, goOn: Toast["goOn"] = null): void {
  toasts.value = [...toasts.value, { id: ++ids, text, undo, goOn }].slice(-MOST);
  announce(text);
}

/** For what fails outside a form. Anything but a failure of a call is thrown on. */
export function toastFault(error: unknown): void {
  if (!(error instanceof ApiFault)) throw error;
  toast(faultText(error));
}

/** Shows a failure of the work as a note. */
export async function orToast(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toastFault(error);
  }
}

export function Toasts() {
  return (
    <section class="toasts" aria-label={frame.notes}>
      {toasts.value.map((each) => (
        <ToastLine key={each.id} {...each} />
      ))}
    </section>
  );
}

function ToastLine({ id, text, undo, goOn }: Toast) {
  const element = useRef<HTMLDivElement>(null);
  const remove = () => {
    toasts.value = toasts.value.filter((each) => each.id !== id);
  };
  useEffect(() => {
    const timer = setInterval(
      () => {
        // Somebody who points at it or has it in focus is not done with it.
        if (!element.current?.matches(":hover, :focus-within")) remove();
      },
      undo === null ? SHOWN_MS : WITH_UNDO_MS,
    );
    return () => clearInterval(timer);
  }, []);
  const takeBack = async () => {
    remove();
    try {
      await undo?.();
      if (goOn === null) announce(frame.undone);
    } catch (error) {
      toastFault(error);
    }
  };
  return (
    <div class="toast" ref={element}>
      <p>{text}</p>
      {undo && <Button look="small" text={goOn ?? frame.undo} onClick={takeBack} />}
      <Button look="small icon-only" icon="close" label={frame.close} onClick={remove} />
    </div>
  );
}
