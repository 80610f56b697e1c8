/** Back and forth in what was done to a transcript, with the eye led to where something changed. */
import { frame } from "../../../messages/frame.ts";
import { announce } from "../../../parts/announcer.tsx";
import { paragraphOf, reveal } from "../editing/places.ts";
import type { Workspace } from "../workspace.ts";

export function goBack({ document }: Workspace, way: "undo" | "redo"): void {
  const id = way === "undo" ? document.undo() : document.redo();
  if (id === null) return;
  requestAnimationFrame(() => reveal(paragraphOf(id)));
  if (way === "undo") announce(frame.undone);
}
