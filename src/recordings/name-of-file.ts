import { limits } from "../config/limits.ts";
import { shownName } from "../lib/visible-names.ts";

/** A recording's name by its file: without folders, ending and what nobody sees. @param none if nothing is left. */
export function nameOfFile(fileName: string | null, none: string): string {
  const base = (fileName ?? "").split(/[/\\]/).at(-1) ?? "";
  return shownName(base.replace(/\.[\p{L}\p{N}]{1,5}$/u, ""), limits.recordingNameChars) || none;
}
