/** Acts: the question or the form above the page before one, and the note of what was done after it, with the way back. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { ApiFault } from "../client/fault.ts";
import { faultText } from "../messages/faults.ts";
import { frame } from "../messages/frame.ts";
import { announce } from "./announcer.tsx";
import { Button, type ButtonProps } from "./button.tsx";

const FIELDS = ".dialog-body :is(input, select, textarea):not(:disabled)";

/** Closes a dialog without doing anything. */
export function CancelButton({ onClick }: { onClick: () => void }) {
  return <Button text={frame.cancel} onClick={onClick} />;
}

export interface DialogProps {
  title: string;
  /** Also by Escape. The focus goes back to where it was. */
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons; or the one that does it, after the one that cancels. */
  foot?: ComponentChildren;
  act?: ButtonProps | false;
  /** At the side, as high as the page. */
  drawer?: boolean;
}

/** Open as long as it is drawn. The focus begins in its first field, or at its first button where it has none. */
export function Dialog({ title, onClose, children, foot, act, drawer = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before anything is drawn, so that no key that is pressed meanwhile goes elsewhere.
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const caret = caretOf(opener);
    const dialog = element.current;
    dialog?.showModal();
    // Instead of the cross, with which browsers begin.
    const field = dialog?.querySelector<HTMLElement>(FIELDS);
    (field ?? dialog?.querySelector<HTMLElement>(".dialog-foot > *"))?.focus();
    return () => {
      dialog?.close();
      opener?.focus?.();
      // Closing a dialog puts it to the beginning of a text in Chromium.
      if (caret) (opener as HTMLTextAreaElement).setSelectionRange(...caret);
    };
  }, []);
  return (
    <dialog
      class={drawer ? "drawer" : "dialog"}
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button look="plain icon-only" icon="close" label={frame.close} onClick={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
      {foot && <div class="dialog-foot">{foot}</div>}
      {act && (
        <div class="dialog-foot">
          <CancelButton onClick={onClose} />
          <Button look="primary" {...act} />
        </div>
      )}
    </dialog>
  );
}

function caretOf(element: HTMLElement | null): [start: number, end: number] | null {
  return element instanceof HTMLTextAreaElement ? [element.selectionStart, element.selectionEnd] : null;
}

export interface Question {
  title: string;
  /** Says what ends with it. */
  text: string;
  /** The act, such as “Revoke”. */
  act: string;
  /** Another way out, which answers no. */
  instead?: { act: string; go: () => void };
}

const asked = signal<(Question & { answer: (sure: boolean) => void }) | null>(null);

/** Asks once before something that cannot be undone. */
export function confirmFirst(question: Question): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (sure) => {
        asked.value = null;
        resolve(sure);
      },
    };
  });
}

/** Where the frame shows the question. */
export function Confirmation() {
  if (asked.value === null) return null;
  const { title, text, act, instead, answer } = asked.value;
  const foot = (
    <>
      <CancelButton onClick={() => answer(false)} />
      {instead && (
        <Button
          text={instead.act}
          onClick={() => {
            answer(false);
            instead.go();
          }}
        />
      )}
      <Button look="destroy sure" text={act} onClick={() => answer(true)} />
    </>
  );
  return (
    <Dialog title={title} onClose={() => answer(false)} foot={foot}>
      <p>{text}</p>
    </Dialog>
  );
}

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

/** Does something at once, outside a form; shows a failure as a note. */
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
