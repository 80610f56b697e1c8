/** A list as far as the person scrolled: read anew as a whole when something in it changes. */
import { useSignal } from "@preact/signals";
import type { EventType } from "../client/events.ts";
import type { Page } from "./next-page.ts";
import { type Resource, useResource } from "./resource.ts";

/** As many as the server returns at once. */
const PAGE = 100;

interface Scrolled<Row> {
  list: Resource<{ data: Row[]; hasMore: boolean }>;
  /** Shows `step` more. */
  more: () => Promise<void>;
}

export function useScrolled<Row>(
  load: (place: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<Row>>,
  inputs: readonly unknown[],
  { step, events }: { step: number; events: readonly EventType[] },
): Scrolled<Row> {
  const shown = useSignal(step);
  const loadShown = async (signal: AbortSignal) => {
    const data: Row[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && data.length < shown.peek()) {
      const limit = Math.min(PAGE, shown.peek() - data.length);
      const page = await load({ limit, ...(cursor && { cursor }) }, signal);
      data.push(...page.data);
      cursor = page.next_cursor;
    }
    return { data, hasMore: cursor !== null };
  };
  const list = useResource(loadShown, inputs, events);
  const more = () => {
    shown.value += step;
    return list.reload();
  };
  return { list, more };
}
