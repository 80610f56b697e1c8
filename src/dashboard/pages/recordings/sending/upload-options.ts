/** How recordings are to be transcribed, as the person chose last in this tab: also for those that are dropped elsewhere. */
import { signal } from "@preact/signals";
import { mayServerKeep } from "../../../state/keeping.ts";
import type { UploadOptions } from "./upload.ts";
import { addUploads } from "./uploads.ts";

export type ChosenOptions = Omit<UploadOptions, "atOnce" | "folderId">;

export const uploadOptions = signal<ChosenOptions>({ language: "auto", diarize: false, prompt: "" });

/** @param folderId into which they come. */
export function sendFiles(files: Iterable<File>, folderId: string | null = null): void {
  const atOnce = !mayServerKeep();
  void addUploads([...files], { ...uploadOptions.value, folderId: atOnce ? null : folderId, atOnce });
}
