/** Buttons, which do something at once (those of forms send them), links and menus; and the icons on them. */
import type { ButtonHTMLAttributes, ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { ICONS, type IconName, MARK } from "../../web/look/drawings.ts";

export interface ButtonProps extends Omit<ButtonHTMLAttributes, "class" | "type" | "icon"> {
  /** Its classes, such as `small destroy`. */
  look?: string;
  icon?: IconName;
  text?: string;
  /** For readers, if its text does not say enough or it is a drawing. */
  label?: string | undefined;
  /** In place of a label: what it acts on, if other buttons of the page have its text. */
  of?: string;
}

export function Button({ look, icon, text, of, label, children, ...others }: ButtonProps) {
  return (
    <button
      type="button"
      class={look ? `button ${look}` : "button"}
      aria-label={of === undefined ? label : `${text}: ${of}`}
      {...others}
    >
      {icon && <Icon name={icon} />}
      {text}
      {children}
    </button>
  );
}

interface LinkProps {
  href: string;
  /** Its classes, such as `button small`. */
  look?: string;
  icon?: IconName;
  text: string | number | undefined;
  /** For readers: what it is about, if other links of the page have its text. */
  of?: string;
  /** The page stays as it is. */
  newTab?: boolean;
  download?: boolean;
  title?: string;
}

export function Link({ href, look, icon, text, of, newTab = false, ...others }: LinkProps) {
  return (
    <a
      class={look}
      href={href}
      {...others}
      {...(of !== undefined && { "aria-label": `${text}: ${of}` })}
      {...(newTab && { target: "_blank", rel: "noopener" })}
    >
      {icon && <Icon name={icon} />}
      {text}
    </a>
  );
}

export interface MenuProps {
  /** The button's content. */
  icon?: IconName;
  text?: ComponentChildren;
  /** Of the button, where it shows no words. */
  label?: string;
  class?: string;
  /** Opens above the button. */
  up?: boolean;
  children: ComponentChildren;
}

/** A menu that a button opens: links and acts. The browser closes it by Escape and by a click beside it. */
export function Menu({
  icon,
  text,
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
        {icon && <Icon name={icon} />}
        {text}
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

export type { IconName };

/** It repeats what words say, so that screen readers pass it by. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }) {
  return (
    <svg class={large ? "icon large" : "icon"} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export function Mark() {
  return (
    <svg class="mark" viewBox={MARK.viewBox} aria-hidden="true">
      <path d={MARK.path} />
    </svg>
  );
}
