/**
 * Keeps the text of one session on the server as the person leaves it: a moment after the last key, at once after an edit by
 * voice, and in the moment in which the page goes.
 */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { call, type Schemas } from "../../client/api.ts";
import { Draft, type FoundDraft } from "../../client/drafts.ts";
import { ApiFault } from "../../client/fault.ts";
import { watchWork } from "../../client/leaving.ts";
import { onceBack } from "../../client/session-end.ts";
import { date } from "../../state/format.ts";
import { mayKeepDrafts } from "../../state/keeping.ts";

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

/** As a text stands in the browser's storage until the server has it. */
export interface TextFacts {
  /** Of which it is a correction. */
  result: Schemas["DictationResult"];
  at: string;
  text: string;
  revision: number;
}

/** Those with something that is not stored. */
const open = signal<readonly TextSaver[]>([]);

watchWork({
  lostBy: () => {
    const unsaved = open.peek().filter(({ isUnsaved }) => isUnsaved);
    if (unsaved.length === 0) return null;
    return unsaved.every(({ isDrafted }) => isDrafted) ? "logOut" : "tab";
  },
  saveNow: () => {
    for (const saver of open.peek()) void saver.save({ isParting: true });
  },
  waiting: () =>
    open.value
      .filter(({ state }) => state.value === "conflict" || state.value === "unreachable")
      .map(({ id, at }) => ({
        key: id,
        kind: "text",
        name: date(at, { timeStyle: "short" }),
        address: "/app/dictate",
      })),
});
addEventListener("online", () => {
  for (const saver of open.peek()) void saver.save();
});

export class TextSaver {
  readonly state: ReadonlySignal<SaveState>;
  readonly at: Date;
  readonly #result: Schemas["DictationResult"];
  /** The text that the person has copied or saved. */
  readonly #taken: Signal<string | null> = signal(null);
  readonly #wanted: Signal<string>;
  readonly #stored: Signal<string>;
  readonly #obstacle: Signal<Obstacle | null>;
  /** A session that was just made was never corrected. */
  #revision = 0;
  #draft: Draft | null = null;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  /** @param isKept whether the session is in the history. */
  constructor(result: Schemas["DictationResult"], at: Date, isKept: boolean) {
    this.#result = result;
    this.at = at;
    this.#wanted = signal(result.text);
    this.#stored = signal(isKept ? result.text : "");
    this.#obstacle = signal(isKept ? null : "unkept");
    this.state = computed(() => {
      const isStored = this.#wanted.value === this.#stored.value;
      return this.#obstacle.value ?? (isStored ? "saved" : "saving");
    });
    this.state.subscribe((state) => {
      const others = open.peek().filter((each) => each !== this);
      open.value = state === "saved" ? others : [...others, this];
      // If nothing of it may be stored, the browser stores nothing either.
      if (state === "saved" || state === "unkept") this.#endDraft();
    });
  }

  /** Continues with what an earlier page was closed with. */
  static of({ draft, facts }: FoundDraft): TextSaver {
    const { result, at, text, revision } = facts as TextFacts;
    const saver = new TextSaver(result, new Date(at), true);
    saver.#draft = draft;
    saver.#revision = revision;
    saver.want(text, "once");
    if (saver.state.value === "saved") saver.#endDraft();
    return saver;
  }

  get id(): string {
    return this.#result.session_id;
  }

  get #path(): { session: string } {
    return { session: this.id };
  }

  /** Whether the browser has it. */
  get isDrafted(): boolean {
    return this.#draft?.isKept.value === true;
  }

  /** Whether a text would be lost with the page. */
  get isUnsaved(): boolean {
    const wanted = this.#wanted.value;
    return wanted !== "" && this.state.value !== "saved" && wanted !== this.#taken.value;
  }

  /** @param at `once` if nobody types on. */
  want(text: string, at: "once" | "pause"): void {
    this.#wanted.value = text;
    this.#keepDraft();
    if (at === "once") void this.save();
    else this.#saveIn(TYPING_MS);
  }

  /** The person has this text elsewhere now. */
  took(text: string): void {
    this.#taken.value = text;
  }

  /** Saves the newest text; never two at once, so that the later one wins. */
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
    this.#keepDraft();
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
      this.#keepDraft();
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      this.#obstacle.value = obstacleOf(error);
      if (this.#obstacle.value !== "unreachable") return;
      onceBack(() => void this.save());
      this.#saveIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] as number);
    }
  }

  #keepDraft(): void {
    const state = this.state.value;
    if (state === "saved" || state === "unkept" || !mayKeepDrafts()) return;
    const [result, text, revision] = [this.#result, this.#wanted.value, this.#revision];
    const facts: TextFacts = { result, at: this.at.toISOString(), text, revision };
    const kept = { kind: "text", ...facts };
    if (this.#draft === null) this.#draft = Draft.begin(kept);
    else this.#draft.rewrite(kept);
  }

  #endDraft(): void {
    void this.#draft?.remove();
    this.#draft = null;
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
