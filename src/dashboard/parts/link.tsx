import { Icon, type IconName } from "./drawing.tsx";

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
