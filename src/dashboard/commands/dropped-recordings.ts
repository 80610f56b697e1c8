/** Recordings that are dropped or pasted on any page are sent as on the page of recordings, with what was chosen there. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { commands as words } from "../messages/commands.ts";
import { toast } from "../parts/acts.tsx";
import { useLeaving } from "../parts/unsaved.ts";

/** Whether files are above a page that would take them. */
export const isDropping = signal(false);

const ENDINGS = /\.(aac|amr|flac|m4a|mkv|mov|mp3|mp4|mpeg|mpga|oga|ogg|opus|wav|webm|wma)$/i;

/** Systems do not know every type: then the name decides. The server looks at the content. */
function isRecording({ name, type }: File): boolean {
  return /^(audio|video)\//.test(type) || ENDINGS.test(name);
}

export function useDroppedRecordings(): void {
  const leaveFor = useLeaving();
  useEffect(() => {
    const take = async (files: readonly File[]) => {
      const recordings = files.filter(isRecording);
      if (recordings.length === 0) return toast(words.noRecording);
      const { sendFiles } = await import("../pages/recordings/sending/upload-options.ts");
      sendFiles(recordings);
      // Going there by itself could end what is being said.
      toast(words.sending(recordings.length), () => leaveFor("/app/recordings"), words.show);
    };
    const over = (event: DragEvent) => {
      const isMeant = event.dataTransfer?.types.includes("Files") === true && !isInDialog(event);
      isDropping.value = isMeant && !event.defaultPrevented;
      // Otherwise the browser leaves the page for the file.
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) isDropping.value = false;
    };
    const drop = (event: DragEvent) => {
      isDropping.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      if (!isInDialog(event)) void take(files);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Pictures come along with formatted text.
      if (!files.some(isRecording) || isInDialog(event)) return;
      event.preventDefault();
      void take(files);
    };
    const listeners = { dragover: over, dragleave: leave, drop, paste } as const;
    for (const [type, listener] of Object.entries(listeners))
      document.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener as EventListener);
    };
  }, []);
}

/** An open dialog handles files that are dropped into it. */
function isInDialog({ target }: Event): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}
