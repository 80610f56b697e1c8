/** The history as far as it was scrolled to: pages of sessions, newest first. */
import { batch, computed, signal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { type ApiFault, asFault } from "../../client/fault.ts";
import type { SessionList } from "../../client/session.ts";
import { takeNewestSessions } from "../../state/newest-sessions.ts";
import { deleted } from "./pending-deletions.ts";

export type Session = Schemas["SessionSummary"];

export interface SessionFilters {
  query?: string;
  until?: string;
}

const PAGE = 50;

export class SessionPages {
  readonly pages = signal<readonly (readonly Session[])[]>([]);
  readonly fault = signal<ApiFault | null>(null);
  readonly isLoading = signal(false);
  readonly isComplete = signal(false);
  readonly isEmpty = computed(
    () => this.isComplete.value && this.pages.value.flat().every(({ id }) => deleted.value.has(id)),
  );
  readonly #filters: SessionFilters;
  readonly #stop = new AbortController();
  #cursor: string | null = null;

  constructor(filters: SessionFilters) {
    this.#filters = filters;
  }

  /** The next older ones. */
  readonly more = async (): Promise<void> => {
    if (this.isLoading.value || this.isComplete.value) return;
    const brought = takeNewestSessions();
    if (brought !== null && Object.keys(this.#filters).length === 0) {
      this.#add(brought);
      // Since the page was made there may have been others.
      return this.refresh();
    }
    const page = await this.#load(this.#cursor === null ? {} : { cursor: this.#cursor });
    if (page !== null) this.#add(page);
  };

  #add({ data, next_cursor, has_more }: SessionList): void {
    batch(() => {
      this.#cursor = next_cursor;
      this.pages.value = [...this.pages.value, data];
      this.isComplete.value = !has_more;
    });
  }

  /** Newer ones, on top. */
  async refresh(): Promise<void> {
    const page = await this.#load({});
    if (page === null) return;
    const now = new Map(page.data.map((session) => [session.id, session]));
    const known = new Set(this.pages.value.flat().map(({ id }) => id));
    // After the first known one stand those that were not scrolled to.
    const first = page.data.findIndex(({ id }) => known.has(id));
    const fresh = first === -1 ? page.data : page.data.slice(0, first);
    const others = this.pages.value.map((each) => each.map((session) => now.get(session.id) ?? session));
    this.pages.value = fresh.length > 0 ? [fresh, ...others] : others;
  }

  /** Its text was corrected elsewhere. */
  async refreshOne(id: string): Promise<void> {
    if (!this.pages.value.flat().some((session) => session.id === id)) return;
    const { signal } = this.#stop;
    try {
      const now = await call("GET /v1/sessions/{session}", { path: { session: id }, signal });
      this.pages.value = this.pages.value.map((page) =>
        page.map((session) => (session.id === id ? { ...session, ...now } : session)),
      );
    } catch (error) {
      if (!signal.aborted) this.fault.value = asFault(error);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  async #load(place: { cursor?: string }) {
    const { signal } = this.#stop;
    this.isLoading.value = true;
    this.fault.value = null;
    try {
      return await call("POST /v1/sessions/search", {
        body: { limit: PAGE, ...this.#filters, ...place },
        signal,
      });
    } catch (error) {
      if (!signal.aborted) this.fault.value = asFault(error);
      return null;
    } finally {
      this.isLoading.value = false;
    }
  }
}
