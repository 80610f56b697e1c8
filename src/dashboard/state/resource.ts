/** Something that is loaded: what is there so far, whether it is under way, and what failed. */
import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { type Answer, type Call, call, type Given, type RouteName } from "../client/api.ts";
import { type EventType, onServerEvent } from "../client/events.ts";
import { type ApiFault, asFault } from "../client/fault.ts";

export interface Resource<T> {
  /** Null until it is there for the first time; stays while it is loaded again. */
  readonly data: Signal<T | null>;
  readonly loading: Signal<boolean>;
  readonly fault: Signal<ApiFault | null>;
  reload(): Promise<void>;
}

/** @param initial what is there already. */
export function createResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  initial: T | null = null,
): Resource<T> & { stop(): void } {
  const data = signal<T | null>(initial);
  const loading = signal(false);
  const fault = signal<ApiFault | null>(null);
  let running: AbortController | null = null;
  const reload = async () => {
    running?.abort();
    const own = new AbortController();
    running = own;
    loading.value = true;
    try {
      const loaded = await load(own.signal);
      if (running !== own) return;
      data.value = loaded;
      fault.value = null;
    } catch (error) {
      if (own.signal.aborted) return;
      fault.value = asFault(error);
    } finally {
      if (running === own) loading.value = false;
    }
  };
  return { data, loading, fault, reload, stop: () => running?.abort() };
}

/**
 * Loads when the page is shown, and again if one of `inputs` changes or the server sends one of `events`.
 * @param load gets a signal that ends with the page.
 * @param initial called once for each; returns the data that is there already.
 */
export function useResource<T>(
  load: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[] = [],
  events: readonly EventType[] = [],
  initial: () => T | null = () => null,
): Resource<T> {
  const resource = useMemo(() => createResource(load, initial()), inputs);
  useEffect(() => {
    void resource.reload();
    const silence = events.length === 0 ? () => {} : onServerEvent(events, () => void resource.reload());
    return () => {
      silence();
      resource.stop();
    };
  }, [resource]);
  return resource;
}

/** A request, and the events that repeat it; the route's parameters must be given. */
type Asked<R extends RouteName> =
  Record<never, never> extends Call<R>
    ? [given?: Call<R>, events?: readonly EventType[]]
    : [given: Call<R>, events?: readonly EventType[]];

/** The answer of a route of the API: loaded when the page is shown, and again if the request changes. */
export function useCall<R extends RouteName>(route: R, ...[given, events]: Asked<R>): Resource<Answer<R>> {
  return useResource(
    (signal) => call(route, ...([{ ...given, signal }] as Given<R>)),
    [JSON.stringify(given)],
    events,
  );
}
