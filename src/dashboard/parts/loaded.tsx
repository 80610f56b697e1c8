/** Draws what was loaded; until then a sketch of it, and a failure in its place. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { frame } from "../messages/frame.ts";
import type { Resource } from "../state/resource.ts";
import { setting } from "../state/signals.ts";
import { FaultBanner } from "./fault.tsx";

/** After this, loading counts as slow. */
const SLOW_MS = 5_000;

export interface LoadedProps<T> {
  of: Resource<T>;
  /** Said in the place of a list that has nothing. */
  none?: string;
  children: (data: T) => ComponentChildren;
}

/** The content stays while it is loaded again, also if that fails. */
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
