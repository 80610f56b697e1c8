/** A menu that a button opens: links and acts. The browser closes it by Escape and by a click beside it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

export interface MenuProps {
  /** The button's content. */
  button: ComponentChildren;
  /** Of the button, where it shows no words. */
  label?: string;
  class?: string;
  /** Opens above the button. */
  up?: boolean;
  children: ComponentChildren;
}

export function Menu({
  button,
  label,
  class: buttonClass = "button plain icon-only",
  up = false,
  children,
}: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    // Any choice closes it.
    const close = ({ target }: Event) => {
      if ((target as Element).closest("a, button")) element?.hidePopover();
    };
    element?.addEventListener("click", close);
    return () => element?.removeEventListener("click", close);
  }, []);
  return (
    <>
      <button type="button" class={buttonClass} popovertarget={id} {...(label && { "aria-label": label })}>
        {button}
      </button>
      <div class={up ? "menu up" : "menu"} id={id} popover="auto" ref={menu}>
        {children}
      </div>
    </>
  );
}

/** One of its acts. */
export function MenuAct({ text, onClick }: { text: string; onClick: () => unknown }) {
  return (
    <button type="button" onClick={() => void onClick()}>
      {text}
    </button>
  );
}
