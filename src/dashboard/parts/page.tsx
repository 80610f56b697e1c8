/** The head of every page: its title in the window, its heading, which takes the focus after navigation, and its acts. */
import type { ComponentChildren, Ref } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { session } from "../client/session.ts";

/** The first page of a visit leaves the focus where the browser has it. */
let isFirst = true;

interface PageHeadProps {
  title: string;
  lead?: ComponentChildren;
  /** Leads to the page that this one belongs to. */
  above?: ComponentChildren;
  /** Buttons, or a search field, beside the heading. */
  actions?: ComponentChildren;
  heading?: Ref<HTMLHeadingElement>;
}

export interface PageProps extends Omit<PageHeadProps, "heading"> {
  /** Its parts have other room between them, or there is one alone. */
  bare?: boolean;
  children: ComponentChildren;
}

export function Page({ bare = false, children, ...head }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <PageHead {...head} heading={heading} />
      {bare ? children : <div class="stack wide">{children}</div>}
    </>
  );
}

export function PageHead({ title, lead, above, actions, heading }: PageHeadProps) {
  useLayoutEffect(() => {
    document.title = `${title} · ${session.product}`;
  }, [title]);
  return (
    <div class="page-head">
      <div>
        {above}
        <h1 tabIndex={-1} {...(heading && { ref: heading })}>
          {title}
        </h1>
        {lead && <p class="second">{lead}</p>}
      </div>
      {actions}
    </div>
  );
}
