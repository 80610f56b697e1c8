/** Draws what was loaded; until then a sketch of it, and a failure in its place. */
import type { ComponentChildren } from "preact";
import { frame } from "../messages/frame.ts";
import type { Resource } from "../state/resource.ts";
import { FaultBanner } from "./fault.tsx";

export interface LoadedProps<T> {
  of: Resource<T>;
  children: (data: T) => ComponentChildren;
}

/** What is there stays while it is loaded again, also where that fails. */
export function Loaded<T>({ of: { data, fault, reload }, children }: LoadedProps<T>) {
  return (
    <>
      {fault.value && <FaultBanner fault={fault.value} onRetry={reload} />}
      {data.value !== null ? children(data.value) : !fault.value && <Sketch />}
    </>
  );
}

export function Sketch() {
  return (
    <div class="stack" role="status" aria-label={frame().loading}>
      <span class="skeleton short" />
      <span class="skeleton" />
      <span class="skeleton" />
    </div>
  );
}
