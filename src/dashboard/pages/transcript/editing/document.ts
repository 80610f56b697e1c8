/** The transcript that a page shows, with everything that was done to it: one kind of change, each with its way back. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { applyChanges, type Change, inversesOf } from "../../../../recordings/transcript-model/changes.ts";
import { retype } from "../../../../recordings/transcript-model/retype.ts";
import {
  cutIntoRuns,
  newSegmentId,
  SEGMENT_WORDS_MAX,
  segmentOf,
  type TranscriptSegment,
} from "../../../../recordings/transcript-model/segments.ts";
import type { Names, Segments } from "../homes/home.ts";

interface Step {
  changes: readonly Change[];
  inverses: readonly Change[];
  names: Names;
  namesBefore: Names;
  /** Steps of one group that follow each other at once are taken back at once. */
  group: string | null;
  atMs: number;
}

const GROUP_MS = 1_500;
const SETTLE_MS = 250;

export class TranscriptDocument {
  readonly segments: Signal<Segments>;
  /** A moment later, for what is counted from all of them: a key waits for nothing else than its paragraph. */
  readonly settled: Signal<Segments>;
  readonly names: Signal<Names>;
  /** In their order; changes less often than what is in them. */
  readonly ids: Signal<readonly string[]>;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly language: string | null;
  readonly #parts = new Map<string, Signal<TranscriptSegment>>();
  #settling: ReturnType<typeof setTimeout> | undefined;
  readonly #done: Signal<readonly Step[]> = signal([]);
  readonly #undone: Signal<readonly Step[]> = signal([]);

  constructor(segments: Segments, names: Names, language: string | null) {
    this.segments = signal(segments);
    this.settled = signal(segments);
    this.names = signal(names);
    this.ids = signal(segments.map(({ id }) => id));
    this.language = language;
    for (const segment of segments) this.#parts.set(segment.id, signal(segment));
    this.canUndo = computed(() => this.#done.value.length > 0);
    this.canRedo = computed(() => this.#undone.value.length > 0);
  }

  /** Changes with that segment alone; null if it is gone. */
  part(id: string): ReadonlySignal<TranscriptSegment> | null {
    return this.#parts.get(id) ?? null;
  }

  indexOf(id: string): number {
    return this.segments.peek().findIndex((each) => each.id === id);
  }

  /** @param names those that change. @throws ChangeMismatch. */
  make(
    changes: readonly Change[],
    { names = {}, group = null }: { names?: Names; group?: string | null } = {},
  ): void {
    const segments = this.segments.peek();
    const before = this.names.peek();
    const namesBefore = Object.fromEntries(Object.keys(names).map((key) => [key, before[key] ?? null]));
    const inverses = inversesOf(segments, changes);
    const atMs = performance.now();
    const step: Step = { changes, inverses, names, namesBefore, group, atMs };
    const last = this.#done.peek().at(-1);
    const isOneGroup = group !== null && last?.group === group && atMs - last.atMs < GROUP_MS;
    batch(() => {
      this.#show(applyChanges(segments, changes), { ...before, ...names });
      this.#done.value = isOneGroup
        ? [...this.#done.peek().slice(0, -1), { ...step, inverses: last.inverses }]
        : [...this.#done.peek(), step];
      this.#undone.value = [];
    });
  }

  /** In the place of one segment others, such as its halves. */
  replace(id: string, by: Segments): void {
    this.make([{ replace: [id], after: null, with: by }]);
  }

  /** The text of a segment as it was typed by now. */
  type(id: string, text: string): void {
    const segment = this.part(id)?.peek();
    if (segment === undefined) return;
    const typed = retype(segment, text, this.language);
    const isLong = typed.words.length > SEGMENT_WORDS_MAX;
    const isSame = JSON.stringify(typed.words) === JSON.stringify(segment.words);
    if (isLong) this.replace(id, cut(typed));
    else if (!isSame) this.make([{ replace: [id], after: null, with: [typed] }], { group: `type ${id}` });
  }

  /** @returns the segment in which something was taken back; null if nothing could be. */
  undo(): string | null {
    return this.#go(this.#done, this.#undone, ({ inverses, namesBefore }) => [inverses, namesBefore]);
  }

  redo(): string | null {
    return this.#go(this.#undone, this.#done, ({ changes, names }) => [changes, names]);
  }

  #go(
    from: Signal<readonly Step[]>,
    to: Signal<readonly Step[]>,
    read: (step: Step) => [readonly Change[], Names],
  ): string | null {
    const step = from.peek().at(-1);
    if (step === undefined) return null;
    const [changes, names] = read(step);
    batch(() => {
      from.value = from.peek().slice(0, -1);
      to.value = [...to.peek(), { ...step, group: null }];
      this.#show(applyChanges(this.segments.peek(), changes), { ...this.names.peek(), ...names });
    });
    const [change] = changes;
    return change?.with[0]?.id ?? change?.after ?? this.ids.peek()[0] ?? null;
  }

  /**
   * The others' version, with the person's changes in it. Of their steps those stay that nobody else touched: the others
   * have no way back that would not take back somebody else's words, too.
   */
  rebase(segments: Segments, names: Names, foreign: readonly Change[]): void {
    const touched = new Set(foreign.flatMap(idsOf));
    batch(() => {
      this.#show(segments, names);
      for (const stack of [this.#done, this.#undone]) stack.value = untouchedBy(stack.peek(), touched);
    });
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.settled.value = this.segments.peek();
    }, SETTLE_MS);
  }

  #show(next: Segments, names: Names): void {
    const gone = new Set(this.#parts.keys());
    batch(() => {
      for (const segment of next) {
        gone.delete(segment.id);
        const part = this.#parts.get(segment.id);
        if (part === undefined) this.#parts.set(segment.id, signal(segment));
        else part.value = segment;
      }
      for (const id of gone) this.#parts.delete(id);
      this.segments.value = next;
      this.#settleSoon();
      // Every turn shows a name.
      if (JSON.stringify(names) !== JSON.stringify(this.names.peek())) this.names.value = names;
      const shown = this.ids.peek();
      const isSameOrder = next.length === shown.length && next.every(({ id }, index) => id === shown[index]);
      if (!isSameOrder) this.ids.value = next.map(({ id }) => id);
    });
  }
}

/** Pasted text may be longer than a segment can be. */
function cut({ id, speaker, words }: TranscriptSegment): Segments {
  return cutIntoRuns(words).map((run, index) => segmentOf(index === 0 ? id : newSegmentId(), speaker, run));
}

function idsOf({ replace, with: segments }: Change): string[] {
  return [...replace, ...segments.map(({ id }) => id)];
}

/** From the newest to the oldest: what an untouched step builds on is untouched, too. */
function untouchedBy(steps: readonly Step[], touched: Set<string>): readonly Step[] {
  return steps
    .toReversed()
    .filter(({ changes, inverses }) => {
      const ids = [...changes, ...inverses].flatMap(idsOf);
      const isTouched = ids.some((id) => touched.has(id));
      if (isTouched) for (const id of ids) touched.add(id);
      return !isTouched;
    })
    .toReversed();
}
