/** Marks the word that is heard, and brings it into view while nobody writes. */
import { useEffect } from "preact/hooks";
import { paragraphOf, rangeOf } from "../editing/places.ts";
import { lastBegun } from "../playing.ts";
import type { Workspace } from "../workspace.ts";
import { markHeard } from "./marks.ts";

/** Who scrolled is reading elsewhere for a while. */
const SCROLLED_MS = 4_000;

export function useFollowing({ document: text, playing }: Workspace): void {
  useEffect(() => {
    let shown: { segment: unknown; word: number } = { segment: null, word: -1 };
    let scrolledMs = Number.NEGATIVE_INFINITY;
    const follow = () => {
      const ms = playing.seenMs;
      const segments = text.segments.peek();
      const segment = segments[lastBegun(segments, ms)];
      const word = segment === undefined ? -1 : lastBegun(segment.words, ms);
      if (segment === shown.segment && word === shown.word) return;
      const isNew = segment !== shown.segment;
      shown = { segment, word };
      markHeard(segment === undefined || word < 0 ? null : rangeOf(segment, word, word));
      const isBusy = performance.now() - scrolledMs < SCROLLED_MS || isWriting();
      if (isNew && segment && playing.isPlaying.peek() && !isBusy)
        paragraphOf(segment.id)?.scrollIntoView({ block: "nearest" });
    };
    const scrolled = () => {
      scrolledMs = performance.now();
    };
    const silence = playing.onMove(follow);
    addEventListener("wheel", scrolled, { passive: true });
    addEventListener("touchmove", scrolled, { passive: true });
    return () => {
      silence();
      removeEventListener("wheel", scrolled);
      removeEventListener("touchmove", scrolled);
      markHeard(null);
    };
  }, [text, playing]);
}

function isWriting(): boolean {
  return document.activeElement?.closest("[data-segment]") != null;
}
