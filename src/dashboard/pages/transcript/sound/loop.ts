/** A turn that is heard again and again. */
import { transcript } from "../../../messages/transcript.ts";
import { announce } from "../../../parts/announcer.tsx";
import type { Workspace } from "../workspace.ts";

/** The turn where one writes, again and again. */
export function toggleLoop(at: Workspace): void {
  const { loop } = at.playing;
  const segment = at.current;
  const isOn = loop.peek() !== null || segment === null;
  loop.value = isOn ? null : { fromMs: segment.startMs, toMs: segment.endMs };
  announce(isOn ? transcript.loopOff : transcript.loopOn);
}
