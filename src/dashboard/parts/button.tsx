/** Buttons that do something at once; those of forms send them. */
import type { ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./drawing.tsx";

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
