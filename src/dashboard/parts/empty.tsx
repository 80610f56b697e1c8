/** If there is nothing yet: says what will be here and how it comes. */
import type { ComponentChildren } from "preact";
import { Mark } from "./drawing.tsx";

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <Mark />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
