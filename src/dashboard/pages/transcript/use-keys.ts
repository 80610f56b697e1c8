/** The keys of the page: they work wherever the focus is, but in dialogs. */
import { useEffect } from "preact/hooks";
import { transcript as words } from "../../messages/transcript.ts";
import { announce } from "../../parts/announcer.tsx";
import { beginNow, giveToNeighbour, setSpeaker, splitAt } from "./editing/acts.ts";
import { type KeyAct, nameOfKey } from "./key-names.ts";
import { keys, options } from "./options.ts";
import { toggleLoop } from "./sound/loop.ts";
import { zoomBy } from "./sound/wave-view.ts";
import { speakersOf } from "./speakers/speakers.ts";
import { goBack } from "./text/undoing.ts";
import { goToUnsure } from "./text/unsure.ts";
import type { Workspace } from "./workspace.ts";

const STEP_MS = 3_000;

export function useKeys(at: Workspace): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (event.isComposing || document.querySelector("dialog[open]") !== null) return;
      const name = nameOfKey(event);
      if (name === null) return;
      const act = Object.entries(keys()).find(([, key]) => key === name)?.[0] as KeyAct | undefined;
      if (act === undefined ? !isOther(at, name, event.target as Element) : !isDone(at, act)) return;
      event.preventDefault();
    };
    addEventListener("keydown", down);
    return () => removeEventListener("keydown", down);
  }, [at]);
}

/** @returns whether the browser is not to do anything. */
function isDone(at: Workspace, act: KeyAct): boolean {
  const { playing, canEdit } = at;
  const { ms } = playing;
  if (act === "play") playing.toggle();
  else if (act === "back") playing.seek(ms - STEP_MS);
  else if (act === "forward") playing.seek(ms + STEP_MS);
  else if (act === "slower" || act === "faster") changeSpeed(at, act === "faster" ? 1 : -1);
  else if (act === "loop") toggleLoop(at);
  else if (act === "skipSilence") toggleSilence();
  else if (act === "zoomIn" || act === "zoomOut") zoomBy(at, act === "zoomIn" ? "in" : "out");
  else if (act === "nextUnsure" || act === "previousUnsure") goToUnsure(at, act === "nextUnsure" ? 1 : -1);
  else if (canEdit) edit(at, act);
  else return false;
  return true;
}

function edit(at: Workspace, act: KeyAct): void {
  const { document, playing } = at;
  const place = at.caret.peek();
  if (place === null) return;
  if (act === "split" && !splitAt(document, place)) announce(words.cannotSplit);
  if (act === "beginNow") beginNow(document, place, playing.ms);
  if (act === "toPrevious" && !giveToNeighbour(document, place, "previous")) announce(words.cannotMove);
  if (act === "toNext" && !giveToNeighbour(document, place, "next")) announce(words.cannotMove);
}

function toggleSilence(): void {
  const skipsSilence = !options.peek().skipsSilence;
  options.value = { ...options.peek(), skipsSilence };
  announce(skipsSilence ? words.silenceSkipped : words.silenceHeard);
}

function changeSpeed({ playing }: Workspace, by: 1 | -1): void {
  playing.faster(by);
  announce(words.speedOf(options.peek().speed));
}

/** Those that everybody knows, and the speakers by their numbers. */
function isOther(at: Workspace, name: string, target: Element): boolean {
  const isField = target.closest("input, textarea, select") !== null;
  if (name === "Ctrl+F") {
    at.isFinding.value = true;
    return true;
  }
  if (!at.canEdit || isField) return false;
  if (name === "Ctrl+Z" || name === "Ctrl+Shift+Z" || name === "Ctrl+Y") {
    goBack(at, name === "Ctrl+Z" ? "undo" : "redo");
    return true;
  }
  const digit = /^Ctrl\+([1-8])$/.exec(name)?.[1];
  const place = at.caret.peek();
  const speaker = speakersOf(at.document)[Number(digit) - 1];
  if (digit === undefined || place === null || speaker === undefined) return false;
  setSpeaker(at.document, place.id, speaker.id);
  return true;
}
