import { useSignal } from "@preact/signals";
import { frame } from "../messages/frame.ts";
import { setting } from "../state/signals.ts";
import { toast } from "./acts.tsx";
import { announce } from "./announcer.tsx";
import { Icon } from "./button.tsx";

const SAID_MS = 2_000;

export interface CopyButtonProps {
  text: string;
  label?: string;
  class?: string;
  onCopied?: () => void;
}

/** Copies a text and says so in its own place. */
export function CopyButton({ text, label, class: buttonClass = "button small", onCopied }: CopyButtonProps) {
  const isDone = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      isDone.value = true;
      onCopied?.();
      announce(frame.copied);
      setTimeout(setting(isDone, false), SAID_MS);
    } catch {
      // Outside a secure context there is no clipboard, or the person refused it.
      toast(frame.copyFailed);
    }
  };
  return (
    <button type="button" class={buttonClass} onClick={copy}>
      <Icon name={isDone.value ? "check" : "copy"} />
      {isDone.value ? frame.copied : (label ?? frame.copy)}
    </button>
  );
}
