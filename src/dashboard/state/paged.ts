/** A list as far as the person asked for it, page after page; it begins anew if its filter changes. */
import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Answer, type Call, call, type Given, type RouteName } from "../client/api.ts";
import { type ApiFault, asFault } from "../client/fault.ts";
import { nextPage, type Page } from "./next-page.ts";

export interface PagedList<Answer extends Page<unknown>> {
  readonly rows: Signal<readonly Answer["data"][number][]>;
  /** The newest answer, for what stands beside its rows; null until the first is there. */
  readonly answer: Signal<Answer | null>;
  readonly fault: Signal<ApiFault | null>;
  readonly isLoading: Signal<boolean>;
  /** The next page, or the first one where none is there. */
  more(): Promise<void>;
}

type PagedRoute = {
  [R in RouteName]: Answer<R> extends Page<unknown> ? R : never;
}[RouteName];

/** The list of a route. @param inputs what else begins it anew. */
export function usePagedCall<R extends PagedRoute>(
  route: R,
  { query, body, ...given }: Call<R>,
  inputs: readonly unknown[] = [],
): PagedList<Answer<R>> {
  const at = (place: { cursor?: string }) =>
    body === undefined ? { query: { ...query, ...place } } : { body: { ...body, ...place } };
  const load = (place: { cursor?: string }, signal: AbortSignal) =>
    call(route, ...([{ ...given, ...at(place), signal }] as unknown as Given<R>));
  return usePaged(load, [JSON.stringify([given, query, body]), ...inputs]);
}

export function usePaged<Answer extends Page<unknown>>(
  load: (place: { cursor?: string }, signal: AbortSignal) => Promise<Answer>,
  inputs: readonly unknown[],
): PagedList<Answer> {
  const { list, gone } = useMemo(() => pagedList(load), inputs);
  useEffect(() => {
    void list.more();
    return () => gone.abort();
  }, [list]);
  return list;
}

function pagedList<Answer extends Page<unknown>>(
  load: (place: { cursor?: string }, signal: AbortSignal) => Promise<Answer>,
): { list: PagedList<Answer>; gone: AbortController } {
  const gone = new AbortController();
  const rows = signal<readonly Answer["data"][number][]>([]);
  const answer = signal<Answer | null>(null);
  const fault = signal<ApiFault | null>(null);
  const isLoading = signal(false);
  const more = async () => {
    if (isLoading.value) return;
    const cursor = answer.value?.next_cursor ?? null;
    isLoading.value = true;
    try {
      const page = await nextPage((place) => load(place, gone.signal), cursor);
      rows.value = [...rows.value, ...page.data];
      answer.value = page;
      fault.value = null;
    } catch (error) {
      if (!gone.signal.aborted) fault.value = asFault(error);
    } finally {
      isLoading.value = false;
    }
  };
  return { list: { rows, answer, fault, isLoading, more }, gone };
}
