import type { ComponentChildren } from "preact";

interface SectionProps {
  title: ComponentChildren;
  /** In the line of the title. */
  beside?: ComponentChildren;
  /** With more room between its parts. */
  loose?: boolean;
  children: ComponentChildren;
}

/** A part of a page under its own title. */
export function Section({ title, beside, loose = false, children }: SectionProps) {
  return (
    <section class={loose ? "stack" : "stack tight"}>
      <div class="section-head">
        <h2>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
