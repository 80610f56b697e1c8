/** Icons and the mark. They repeat what words say, so that screen readers pass them by. */
import { ICONS, type IconName, MARK } from "../../web/look/drawings.ts";

export type { IconName };

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
