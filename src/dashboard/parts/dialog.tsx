/** A question or a form above the page, and the short question before something is destroyed. */
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { frame } from "../messages/frame.ts";
import { Button } from "./button.tsx";

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
  /** Buttons. */
  foot?: ComponentChildren;
  /** At the side, as high as the page. */
  drawer?: boolean;
}

/** Open as long as it is drawn. The focus begins in its first field, or at its first button where it has none. */
export function Dialog({ title, onClose, children, foot, drawer = false }: DialogProps) {
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
