/**
 * Keeps the text of one session on the server as the person leaves it: a moment after the last key, at once after an edit by
 * voice, and in the moment in which the page goes.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { ApiFault } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { onceBack } from "../../client/session-end.ts";

/**
 * `unkept`: nothing of it may be stored, or its session is gone: the text is in this page alone. `conflict`: it was
 * corrected elsewhere meanwhile, and the person decides.
 */
type Obstacle = "unkept" | "conflict" | "unreachable";
export type SaveState = "saved" | "saving" | Obstacle;

const TYPING_MS = 1_000;
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];
/** Browsers send no more of a page that is gone; a character takes up to three bytes, and six where it is escaped. */
const PARTING_CHARS = 10_000;

/** Those with something that is not stored. */
const open = new Set<TextSaver>();

watchWork({
  lostBy: () => ([...open].some(({ isUnsaved }) => isUnsaved) ? "tab" : null),
  saveNow: () => {
    for (const saver of open) void saver.save({ isParting: true });
  },
});
addEventListener("online", () => {
  for (const saver of open) void saver.save();
});

export class TextSaver {
  readonly state: ReadonlySignal<SaveState>;
  /** What the person has taken with them, copied or as a file. */
  readonly #taken: Signal<string | null> = signal(null);
  readonly #wanted: Signal<string>;
  readonly #stored: Signal<string>;
  readonly #obstacle: Signal<Obstacle | null>;
  readonly #path: { session: string };
  /** A session that was just made was never corrected. */
  #revision = 0;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /** @param isKept whether the session is in the history. */
  constructor({ session_id, text }: Schemas["DictationResult"], isKept: boolean) {
    this.#path = { session: session_id };
    this.#wanted = signal(text);
    this.#stored = signal(isKept ? text : "");
    this.#obstacle = signal(isKept ? null : "unkept");
    this.state = computed(() => {
      const isStored = this.#wanted.value === this.#stored.value;
      return this.#obstacle.value ?? (isStored ? "saved" : "saving");
    });
    this.state.subscribe((state) => void (state === "saved" ? open.delete(this) : open.add(this)));
  }

  /** Whether a text would be lost with the page. */
  get isUnsaved(): boolean {
    const wanted = this.#wanted.value;
    return wanted !== "" && this.state.value !== "saved" && wanted !== this.#taken.value;
  }

  /** @param at `once` where nobody types on. */
  want(text: string, at: "once" | "pause"): void {
    this.#wanted.value = text;
    if (at === "once") void this.save();
    else this.#saveIn(TYPING_MS);
  }

  /** The person has this text elsewhere now. */
  took(text: string): void {
    this.#taken.value = text;
  }

  /** What is wanted by now; never two at once, so that the later one wins. */
  async save({ isParting = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running !== null) return this.#running;
    const obstacle = this.#obstacle.value;
    const text = this.#wanted.value;
    if (text === this.#stored.value || obstacle === "unkept" || obstacle === "conflict") return;
    const keepalive = isParting && text.length <= PARTING_CHARS;
    this.#running = this.#send(text, keepalive).finally(() => {
      this.#running = null;
    });
    await this.#running;
    if (this.#obstacle.value === null && this.#wanted.value !== text) await this.save();
  }

  /** The person's text takes the place of the one from elsewhere. */
  async keepMine(): Promise<void> {
    const { revision } = await call("GET /v1/sessions/{session}", { path: this.#path });
    this.#revision = revision;
    this.#obstacle.value = null;
    await this.save();
  }

  /** @returns the text from elsewhere, which is the person's now. */
  async takeOther(): Promise<string> {
    const path = this.#path;
    const { revision } = await call("GET /v1/sessions/{session}", { path });
    const { final_text } = await call("GET /v1/sessions/{session}/transcript", { path });
    this.#revision = revision;
    this.#stored.value = final_text;
    this.#wanted.value = final_text;
    this.#obstacle.value = null;
    return final_text;
  }

  async #send(text: string, keepalive: boolean): Promise<void> {
    const body = { text, revision: this.#revision };
    try {
      const saved = await call("PATCH /v1/sessions/{session}", { path: this.#path, body, keepalive });
      this.#revision = saved.revision;
      this.#stored.value = text;
      this.#obstacle.value = null;
      this.#failures = 0;
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      this.#obstacle.value = obstacleOf(error);
      if (this.#obstacle.value !== "unreachable") return;
      onceBack(() => void this.save());
      this.#saveIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] as number);
    }
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
  }
}

function obstacleOf({ code, status }: ApiFault): Obstacle {
  if (code === "revision_conflict") return "conflict";
  return status === 404 || code === "history_unavailable" || code === "invalid_request"
    ? "unkept"
    : "unreachable";
}
