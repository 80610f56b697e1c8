/** One recording as its page works on it. */
import { type Signal, signal } from "@preact/signals";
import type { TranscriptSegment } from "../../../recordings/transcript-model/segments.ts";
import type { TranscriptDocument } from "./editing/document.ts";
import type { Caret } from "./editing/places.ts";
import type { TranscriptSaver } from "./editing/saver.ts";
import type { Home, Recording } from "./homes/home.ts";
import { options } from "./options.ts";
import { Playing } from "./playing.ts";

/** Which dialog is open, and about what. */
export type Asked =
  | { kind: "turn"; segment: TranscriptSegment }
  | { kind: "speaker"; speaker: string }
  | { kind: "times" | "again"; segment: TranscriptSegment }
  | { kind: "revisions" | "keys" | "conflicts" | "rename" };

export class Workspace {
  readonly home: Home;
  readonly document: TranscriptDocument;
  readonly saver: TranscriptSaver;
  readonly playing: Playing;
  readonly canEdit: boolean;
  readonly recording: Signal<Recording>;
  readonly asked: Signal<Asked | null> = signal(null);
  readonly isFinding: Signal<boolean> = signal(false);
  readonly view: Signal<"text" | "subtitles"> = signal("text");
  /** Of the wave: how many times as large as all of it would be. */
  readonly zoom: Signal<number> = signal(1);
  /** Where one wrote last: a menu or a dialog takes the focus, not the place. */
  readonly caret: Signal<Caret | null> = signal(null);

  constructor(recording: Recording, saver: TranscriptSaver) {
    this.recording = signal(recording);
    this.saver = saver;
    this.home = saver.home;
    this.document = saver.document;
    const { segments } = this.document;
    const spokenMs = segments.peek().at(-1)?.endMs ?? 0;
    this.playing = new Playing(
      segments,
      recording.duration_seconds ? recording.duration_seconds * 1000 : spokenMs,
    );
    this.canEdit = recording.access !== "viewer";
  }

  /** The segment where one wrote last; the one that is heard where nobody wrote. */
  get current(): TranscriptSegment | null {
    const { segments } = this.document;
    const id = this.caret.peek()?.id;
    return (
      (id && this.document.part(id)?.peek()) ||
      (segments.peek().findLast(this.#hasBegun) ?? segments.peek()[0] ?? null)
    );
  }

  /** In a text that may be changed a word is heard alone; where one only reads, it plays on from there. */
  hearClick(word: { fromMs: number; toMs: number }): void {
    const { playing, canEdit } = this;
    const isHeard = options.peek().hearsClicks;
    if (isHeard && canEdit) playing.hear(word);
    else playing.seek(word.fromMs);
    if (isHeard && !canEdit && !playing.isPlaying.peek()) playing.toggle();
  }

  readonly #hasBegun = ({ startMs }: TranscriptSegment) => startMs <= this.playing.ms;
}
