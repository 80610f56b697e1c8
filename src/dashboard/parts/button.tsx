/** Buttons that do something at once; those of forms send them. */
import type { ButtonHTMLAttributes } from "preact";

interface ButtonProps extends Omit<ButtonHTMLAttributes, "class" | "type"> {
  /** Its classes, such as `small destroy`. */
  look?: string;
  /** For readers, if its text does not say enough or it is a drawing. */
  label?: string | undefined;
}

export function Button({ look, label, ...others }: ButtonProps) {
  return <button type="button" class={look ? `button ${look}` : "button"} aria-label={label} {...others} />;
}
