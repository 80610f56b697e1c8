/** A notice above, below or between the parts of a page. */
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./button.tsx";

interface BannerProps {
  /** Its classes; by default, something needs attention. */
  look?: string;
  icon?: IconName;
  role?: "alert" | "status";
  text?: ComponentChildren;
  /** In place of the text, or after it. */
  children?: ComponentChildren;
}

export function Banner({ look = "wait", icon = "alert", role, text, children }: BannerProps) {
  return (
    <div class={`banner ${look}`.trim()} role={role}>
      <Icon name={icon} />
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
