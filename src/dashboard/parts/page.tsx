/** A page: its head, its sections, and what stands in a section until something is loaded, where it failed or is not. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { ComponentChildren, Ref } from "preact";
import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { session } from "../client/session.ts";
import { administration } from "../messages/administration.ts";
import { frame } from "../messages/frame.ts";
import type { PagedList } from "../state/paged.ts";
import type { Resource } from "../state/resource.ts";
import { setting } from "../state/signals.ts";
import { Button, Mark } from "./button.tsx";
import { FaultBanner } from "./fault.tsx";

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

/** Its title in the window, its heading, which takes the focus after navigation, and its acts. */
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

interface SectionProps {
  title: ComponentChildren;
  /** In the line of the title. */
  beside?: ComponentChildren;
  /** Of a button there that adds something. */
  add?: string | false;
  onAdd?: () => void;
  /** With more room between its parts, or with none of its own. */
  loose?: boolean;
  bare?: boolean;
  children: ComponentChildren;
}

/** A part of a page under its own title. */
export function Section({ title, beside, add, onAdd, loose, bare, children }: SectionProps) {
  const look = bare ? undefined : loose ? "stack" : "stack tight";
  return (
    <section class={look}>
      <div class="section-head">
        <h2>{title}</h2>
        {beside}
        {add && <Button look="small primary" icon="plus" text={add} onClick={onAdd} />}
      </div>
      {children}
    </section>
  );
}

/** After this, loading counts as slow. */
const SLOW_MS = 5_000;

export interface LoadedProps<T> {
  of: Resource<T>;
  /** Said in the place of a list that has nothing. */
  none?: string;
  children: (data: T) => ComponentChildren;
}

/**
 * Draws what was loaded; until then a sketch of it, and a failure in its place. The content stays while it is loaded again,
 * also if that fails.
 */
export function Loaded<T>({ of: { data, fault, reload }, none, children }: LoadedProps<T>) {
  const { value } = data;
  const isNone = none !== undefined && isEmpty(value);
  return (
    <>
      {fault.value && <FaultBanner fault={fault.value} onRetry={reload} />}
      {isNone && <p class="second">{none}</p>}
      {value === null ? !fault.value && <Sketch /> : !isNone && children(value)}
    </>
  );
}

/** Of a list itself, or of an answer that has one. */
function isEmpty(loaded: unknown): boolean {
  const list = Array.isArray(loaded) ? loaded : (loaded as { data?: unknown[] } | null)?.data;
  return list?.length === 0;
}

/** @param isWaiting not where it only stands where more would come. */
export function Sketch({ isWaiting = true }: { isWaiting?: boolean }) {
  const isSlow = useSignal(false);
  useEffect(() => {
    isSlow.value = false;
    if (!isWaiting) return;
    const timer = setTimeout(setting(isSlow, true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return (
    <div class="stack" role="status" aria-label={frame.loading}>
      <span class="skeleton short" />
      <span class="skeleton" />
      <span class="skeleton" />
      {isSlow.value && <p class="quiet small">{frame.slow}</p>}
    </div>
  );
}

export interface PagedEndProps {
  list: Pick<PagedList<never>, "fault" | "isLoading" | "more"> & {
    rows: ReadonlySignal<readonly unknown[]>;
    answer: ReadonlySignal<{ has_more: boolean } | null>;
  };
  /** Said where nothing fits. */
  none?: string;
  /** On the button that reads on. */
  more?: string;
}

/** Below a list that is read page by page: what failed, that it is being read, that nothing fits, and the way on. */
export function PagedEnd({ list, none, more = administration.showMore }: PagedEndProps) {
  const answer = list.answer.value;
  const fault = list.fault.value;
  const isEmpty = answer?.has_more === false && list.rows.value.length === 0;
  return (
    <>
      {fault && <FaultBanner fault={fault} onRetry={list.more} />}
      {answer === null && fault === null && <Sketch />}
      {isEmpty && none !== undefined && <p class="second">{none}</p>}
      {answer?.has_more && <Button text={more} disabled={list.isLoading.value} onClick={list.more} />}
    </>
  );
}

/** If there is nothing yet: says what will be here and how it comes. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <Mark />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface PairsProps {
  /** Each as it stands; what is false is left out. */
  of: readonly (readonly [name: string, value: ComponentChildren] | false)[];
}

/** Facts, each beside its name. */
export function Pairs({ of }: PairsProps) {
  return (
    <dl class="pairs">
      {of.map(
        (pair) =>
          pair && (
            <Fragment key={pair[0]}>
              <dt>{pair[0]}</dt>
              <dd>{pair[1]}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
