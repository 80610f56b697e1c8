/** A secret that was just made: the whole of it, this once. Until it is put away, the page is not left without a question. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { setting } from "../state/signals.ts";
import { Button, Icon, type IconName } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useUnsaved } from "./unsaved.ts";

export interface ShownOnceProps {
  icon: IconName;
  title: string;
  /** Its purpose, and that it is not shown again. */
  text: string;
  secret: string;
  /** Of the button that copies it. */
  copy: string;
  /** Of the button that puts it away. */
  stored: string;
  onStored: () => void;
}

export function ShownOnce({ icon, title, text, secret, copy, stored, onStored }: ShownOnceProps) {
  const id = useId();
  const isCopied = useSignal(false);
  useUnsaved(() => !isCopied.value);
  return (
    <section class="panel stack" aria-labelledby={id}>
      <div class="row">
        <Icon name={icon} />
        <h2 id={id}>{title}</h2>
      </div>
      <p>{text}</p>
      <div class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} label={copy} onCopied={setting(isCopied, true)} />
      </div>
      <div class="row">
        <Button look="small" text={stored} onClick={onStored} />
      </div>
    </section>
  );
}
