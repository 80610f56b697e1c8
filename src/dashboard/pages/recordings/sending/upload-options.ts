/** How recordings are to be transcribed, as the person chose last in this tab: also for those that are dropped elsewhere. */
import { signal } from "@preact/signals";
import { me } from "../../../state/me.ts";
import { addFiles, type UploadOptions } from "./uploads.ts";

export type ChosenOptions = Omit<UploadOptions, "atOnce">;

export const uploadOptions = signal<ChosenOptions>({ language: "auto", diarize: false, prompt: "" });

export function sendFiles(files: Iterable<File>): void {
  addFiles(files, { ...uploadOptions.value, atOnce: me.data.value?.zero_retention ?? false });
}
