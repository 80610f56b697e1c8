/**
 * Keeps a transcript where it is at home as the person leaves it: a moment after the last key what changed, one save at a time.
 * Merges others' changes; if both changed the same words, the person decides.
 */
import { type Signal, signal } from "@preact/signals";
import { applyChanges, type Change } from "../../../../recordings/transcript-model/changes.ts";
import { type Conflict, mergeChanges } from "../../../../recordings/transcript-model/merge.ts";
import { Draft, type FoundDraft } from "../../../client/drafts.ts";
import { ApiFault } from "../../../client/fault.ts";
import { watchWork } from "../../../client/leaving.ts";
import { onceBack } from "../../../client/session-end.ts";
import { mayKeepDrafts } from "../../../state/keeping.ts";
import type { Home, Names, ReadTranscript, Segments } from "../homes/home.ts";
import { changeFrom, type WireChange, wireOf } from "../homes/wire.ts";
import { changesBetween, withRun } from "./differences.ts";
import type { TranscriptDocument } from "./document.ts";

/**
 * `refused`: it may not be changed any more, or is gone; what was typed is in this page alone. `unkept`: so it is while this
 * browser, where the recording is, does not take it.
 */
export type SaveState = "saved" | "saving" | "unreachable" | "unkept" | "conflict" | "refused";

const TYPING_MS = 1_000;
/** Text is saved even if somebody never stops typing. */
const TYPING_MOST_MS = 5_000;
const RETRY_MS = [2_000, 5_000, 15_000, 60_000];
/** The server takes no more at once; the next save has the rest. */
const SEGMENTS_MAX = 360;
const CHANGES_MAX = 180;
/** One change alone may have them. */
const WORDS_MAX = 4_000;

/** The share ended, or what was saved is not what a transcript can be. */
const REFUSED = ["recording_access_required", "history_unavailable", "invalid_request"];

/** As changes stand in the browser's storage until the server has them. */
export interface TranscriptFacts {
  recording: string;
  name: string;
  revision: number;
  changes: WireChange[];
  names: Names;
}

/** By recording. */
const open = new Map<string, TranscriptSaver>();
const found = new Map<string, FoundDraft>();
/** Raised if one of them changes. */
const changed = signal(0);
function tell(): void {
  changed.value = changed.peek() + 1;
}

watchWork({
  lostBy: () => {
    const unsaved = [...open.values()].filter(({ state }) => state.peek() !== "saved");
    if (unsaved.length === 0) return null;
    return unsaved.every(({ isDrafted }) => isDrafted) ? "logOut" : "tab";
  },
  saveNow: () => {
    for (const saver of open.values()) void saver.save({ isParting: true });
  },
  waiting: () => {
    void changed.value;
    const stuck = [...open.values()].filter(({ state }) => !["saved", "saving"].includes(state.value));
    const kept = [...found.values()].map(({ facts }) => facts as TranscriptFacts);
    return [...stuck, ...kept].map(({ recording, name }) => ({
      key: recording,
      kind: "text",
      name,
      address: `/app/recordings/${recording}`,
    }));
  },
});
addEventListener("online", () => {
  for (const saver of open.values()) void saver.save();
});

/** The one of a recording: what was not saved when its page was left is there when it is opened again. */
export function openSaver(recording: string): TranscriptSaver | null {
  return open.get(recording) ?? null;
}

/** Unsaved changes of an earlier page: the transcript's page continues with them when it is opened. */
export async function takeUpTranscript(draft: FoundDraft): Promise<void> {
  const { recording } = draft.facts as TranscriptFacts;
  found.set(recording, draft);
  tell();
  await open.get(recording)?.takeUp();
}

export class TranscriptSaver {
  readonly state: Signal<SaveState> = signal("saved");
  /** Not empty while the person is to decide. */
  readonly conflicts: Signal<readonly Conflict[]> = signal([]);
  readonly home: Home;
  readonly name: string;
  readonly document: TranscriptDocument;
  #base: Segments;
  #baseNames: Names;
  #revision: number;
  /** Of a conflict: what others made of it. */
  #theirs: ReadTranscript | null = null;
  #draft: Draft | null = null;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the first change that is not saved. */
  #sinceMs: number | null = null;
  #failures = 0;
  #isShown = true;

  constructor(home: Home, name: string, document: TranscriptDocument, read: ReadTranscript) {
    this.home = home;
    this.name = name;
    this.document = document;
    this.#base = read.segments;
    this.#baseNames = read.names;
    this.#revision = read.revision;
    open.set(home.id, this);
    document.segments.subscribe(() => this.#noticeChange());
    document.names.subscribe(() => this.#noticeChange());
    void this.takeUp();
  }

  get recording(): string {
    return this.home.id;
  }

  get revision(): number {
    return this.#revision;
  }

  get isDrafted(): boolean {
    return this.#draft?.isKept.value === true;
  }

  show(): void {
    this.#isShown = true;
  }

  /** Its page is left: it stays until all is saved. */
  leave(): void {
    this.#isShown = false;
    if (this.state.peek() === "saved") open.delete(this.recording);
    else void this.save();
  }

  /** The recording is gone, and all that was typed with it. */
  forget(): void {
    clearTimeout(this.#timer);
    open.delete(this.recording);
    this.state.value = "saved";
    void this.#draft?.remove();
    this.#draft = null;
  }

  /** Saves the newest state; never two at once, so that the later one wins. */
  async save({ isParting = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#running !== null) return this.#running;
    const { changes, names } = this.#unsaved();
    const isBlocked = this.state.peek() === "conflict" || this.state.peek() === "refused";
    if (isBlocked || (changes.length === 0 && Object.keys(names).length === 0)) return;
    this.#running = this.#send(atOnce(changes), names, isParting).finally(() => {
      this.#running = null;
    });
    await this.#running;
    if (this.state.peek() === "saving") await this.save();
  }

  /** Takes others' saves. @param canEdit whether this page could; readers read all of it. */
  async hear(revision: number, canEdit: boolean): Promise<void> {
    await this.#running;
    if (revision <= this.#revision || this.state.peek() === "conflict") return;
    this.#running = (canEdit ? this.#send([], {}, false) : this.#readAll()).finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #readAll(): Promise<void> {
    try {
      const read = await this.home.read();
      this.#takeOver(read);
      this.document.rebase(read.segments, read.names, []);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** @param isMine for each conflict, whether the person's version stays. */
  async decide(isMine: readonly boolean[]): Promise<void> {
    if (this.#theirs === null) return;
    this.#goOnFrom(this.#theirs, isMine);
    await this.save();
  }

  /** Continues with the unsaved changes of an earlier page. */
  async takeUp(): Promise<void> {
    const kept = found.get(this.recording);
    if (kept === undefined) return;
    const { revision, changes, names } = kept.facts as TranscriptFacts;
    try {
      await this.save();
      const base =
        revision === this.#revision
          ? { revision, segments: this.#base, names: this.#baseNames }
          : await this.home.read({ revision });
      const own = changes.map(changeFrom);
      const segments = applyChanges(base.segments, own);
      found.delete(this.recording);
      tell();
      this.#takeOver(base);
      this.#draft = kept.draft;
      this.document.rebase(segments, { ...base.names, ...names }, own);
      await this.save();
    } catch (error) {
      // It stays where it is: kept, and shown on every page.
      if (!(error instanceof ApiFault)) throw error;
    }
  }

  #unsaved(): { changes: Change[]; names: Names } {
    const { segments, names } = this.document;
    const named = Object.entries(names.peek()).filter(([id, name]) => (this.#baseNames[id] ?? null) !== name);
    return { changes: changesBetween(this.#base, segments.peek()), names: Object.fromEntries(named) };
  }

  #noticeChange(): void {
    const { segments, names } = this.document;
    if (segments.peek() === this.#base && names.peek() === this.#baseNames) {
      this.#settle();
      return;
    }
    if (this.state.peek() === "saved") this.state.value = "saving";
    tell();
    this.#sinceMs ??= performance.now();
    const most = Math.max(0, this.#sinceMs + TYPING_MOST_MS - performance.now());
    if (this.state.peek() === "saving") this.#saveIn(Math.min(TYPING_MS, most));
  }

  async #send(changes: readonly Change[], names: Names, isParting: boolean): Promise<void> {
    const base = this.#base;
    this.#sinceMs = null;
    this.#keepDraft();
    try {
      const answer = await this.home.save({ base: this.#revision, changes, names, isParting });
      this.#failures = 0;
      const sent = applyChanges(base, changes);
      this.#baseNames = { ...this.#baseNames, ...names };
      this.#revision = answer.revision;
      if (answer.merged.length > 0 || Object.keys(answer.names).length > 0)
        return this.#bringIn(sent, answer.merged, answer.names);
      this.#base = sent;
      this.#settle();
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** @param sent what the page had when it was saved. @param merged what others made of that. */
  #bringIn(sent: Segments, merged: readonly Change[], names: Names): void {
    this.#base = sent;
    const segments = applyChanges(sent, merged);
    this.#meetWith({ segments, names: { ...this.#baseNames, ...names }, revision: this.#revision });
  }

  async #fail(error: unknown): Promise<void> {
    if (!(error instanceof ApiFault)) throw error;
    const { code, status } = error;
    if (code === "revision_conflict") return this.#meet();
    const isRefused = status === 404 || REFUSED.includes(code);
    const isLocal = this.home.isLocal;
    this.state.value = isRefused ? "refused" : isLocal ? "unkept" : "unreachable";
    tell();
    if (isRefused) return;
    onceBack(() => void this.save());
    this.#saveIn(RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)] as number);
  }

  /** Others changed the same words: nothing was stored. */
  async #meet(): Promise<void> {
    try {
      this.#meetWith(await this.home.read());
    } catch (error) {
      return this.#fail(error);
    }
    if (this.state.peek() !== "conflict") this.#saveIn(0);
  }

  /** @param theirs what the server has by now. */
  #meetWith(theirs: ReadTranscript): void {
    const others = changesBetween(this.#base, theirs.segments);
    const { conflicts } = mergeChanges(this.#base, this.#unsaved().changes, others);
    if (conflicts.length === 0) {
      this.#goOnFrom(theirs, []);
      return;
    }
    this.#theirs = theirs;
    this.conflicts.value = conflicts;
    this.state.value = "conflict";
    tell();
  }

  #goOnFrom(theirs: ReadTranscript, isMine: readonly boolean[]): void {
    const { document, conflicts } = this;
    const base = this.#base;
    const met = conflicts.peek();
    const own = met.reduce((all, { mine, base }) => withRun(all, mine, base), document.segments.peek());
    const others = changesBetween(base, theirs.segments);
    const { changes } = mergeChanges(base, changesBetween(base, own), others);
    const merged = applyChanges(theirs.segments, changes);
    const decided = met.filter((_, index) => isMine[index]);
    const chosen = decided.reduce((all, { theirs, mine }) => withRun(all, theirs, mine), merged);
    const names = { ...theirs.names, ...this.#unsaved().names };
    this.#takeOver(theirs);
    this.#theirs = null;
    conflicts.value = [];
    document.rebase(chosen, names, others);
    this.#settle();
  }

  #takeOver({ segments, names, revision }: ReadTranscript): void {
    this.#base = segments;
    this.#baseNames = names;
    this.#revision = revision;
  }

  #settle(): void {
    const { changes, names } = this.#unsaved();
    const isSaved = changes.length === 0 && Object.keys(names).length === 0;
    this.state.value = isSaved ? "saved" : "saving";
    tell();
    if (!isSaved) {
      this.#saveIn(TYPING_MS);
      return;
    }
    this.#base = this.document.segments.peek();
    this.#baseNames = this.document.names.peek();
    void this.#draft?.remove();
    this.#draft = null;
    if (!this.#isShown) open.delete(this.recording);
  }

  #keepDraft(): void {
    const { changes, names } = this.#unsaved();
    if (this.home.isLocal || !mayKeepDrafts() || (changes.length === 0 && Object.keys(names).length === 0))
      return;
    const facts: TranscriptFacts = {
      recording: this.recording,
      name: this.name,
      revision: this.#revision,
      changes: changes.map(wireOf),
      names,
    };
    const kept = { kind: "transcript", ...facts };
    if (this.#draft === null) this.#draft = Draft.begin(kept);
    else this.#draft.rewrite(kept);
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
  }
}

/** The first of them, as many as one save may have. */
function atOnce(changes: readonly Change[]): readonly Change[] {
  let [segments, words] = [0, 0];
  const end = changes.findIndex((change) => {
    segments += change.replace.length + change.with.length;
    words += change.with.reduce((sum, segment) => sum + segment.words.length, 0);
    return segments > SEGMENTS_MAX || words > WORDS_MAX;
  });
  return changes.slice(0, Math.min(CHANGES_MAX, end === -1 ? changes.length : Math.max(1, end)));
}
