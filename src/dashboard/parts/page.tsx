/** What every page begins with: its title in the window, its heading, which takes the focus after navigation, and its acts. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { session } from "../client/session.ts";

/** The first page of a visit leaves the focus where the browser has it. */
let isFirst = true;

export interface PageProps {
  title: string;
  lead?: ComponentChildren;
  /** Buttons, or a search field, beside the heading. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${session.product}`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <div class="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="second">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </>
  );
}
