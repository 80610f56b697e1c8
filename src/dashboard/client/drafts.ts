/**
 * Work that the server does not have yet, kept in the browser over reloads, crashes and ended log-ins. A tab
 * holds a draft by a lock as long as it works on it; a draft that no tab holds goes to the next one that asks.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import {
  eraseDraft,
  readDraft,
  type StoredDraft,
  storedDrafts,
  storeFacts,
  storePiece,
} from "./draft-store.ts";
import type { Bytes } from "./sealing.ts";

export interface FoundDraft extends StoredDraft {
  draft: Draft;
}

/** Bytes that a page has in memory at once while it keeps a file. */
const PIECE_BYTES = 4 * 1024 * 1024;

const lockOf = (id: string) => `tiro-draft ${id}`;

export class Draft {
  readonly #id: string;
  readonly #isKept = signal(false);
  readonly #over = Promise.withResolvers<void>();
  /** One after the other, as they were asked for. */
  #steps: Promise<void> = Promise.resolve();
  #waiting = 0;
  #pieces = 0;
  #isOver = false;
  /** Not written yet. */
  #facts: unknown = null;

  private constructor(id: string) {
    this.#id = id;
  }

  /** @param facts JSON. */
  static begin(facts: unknown): Draft {
    const draft = new Draft(crypto.randomUUID());
    void navigator.locks.request(lockOf(draft.#id), () => draft.#over.promise);
    draft.rewrite(facts);
    return draft;
  }

  /** Reports those of the page's person that no other tab works on, now or as soon as that one is closed. */
  static async findAll(onFound: (found: FoundDraft) => void): Promise<void> {
    for (const id of await storedDrafts())
      void navigator.locks.request(lockOf(id), async () => {
        const stored = await readDraft(id);
        if (stored === "noKey") return;
        if (stored === "unreadable") return eraseDraft(id);
        const draft = new Draft(id);
        draft.#isKept.value = true;
        draft.#pieces = stored.pieces;
        onFound({ draft, ...stored });
        await draft.#over.promise;
      });
  }

  /** Whether all of it by now is in the browser's storage. */
  get isKept(): ReadonlySignal<boolean> {
    return this.#isKept;
  }

  /** In the place of the facts so far; of several in a row the last ones are written. */
  rewrite(facts: unknown): void {
    const isAsked = this.#facts !== null;
    this.#facts = facts;
    if (isAsked) return;
    this.#next(() => {
      const newest = this.#facts;
      this.#facts = null;
      return storeFacts(this.#id, newest);
    });
  }

  append(bytes: Bytes): void {
    const index = this.#pieces++;
    this.#next(() => storePiece(this.#id, index, bytes));
  }

  /** Read a piece at a time. */
  appendAll(content: Blob): void {
    for (let at = 0; at < content.size; at += PIECE_BYTES) {
      const index = this.#pieces++;
      this.#next(async () => {
        const bytes = await content.slice(at, at + PIECE_BYTES).arrayBuffer();
        await storePiece(this.#id, index, new Uint8Array(bytes));
      });
    }
  }

  /** It is with the server, or nobody wants it any more. */
  async remove(): Promise<void> {
    this.#isOver = true;
    this.#isKept.value = false;
    await this.#steps;
    await eraseDraft(this.#id);
    this.#over.resolve();
  }

  #next(step: () => Promise<void>): void {
    this.#waiting++;
    this.#isKept.value = false;
    this.#steps = this.#steps.then(async () => {
      try {
        if (!this.#isOver) await step();
        this.#isKept.value = --this.#waiting === 0 && !this.#isOver;
      } catch {
        // No key, or no room: the page has it in memory alone, and asks before it closes.
        this.#isOver = true;
      }
    });
  }
}
