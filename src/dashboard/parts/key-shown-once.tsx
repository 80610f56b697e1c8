/** A key that was just made: the whole of it, this once. */
import { useSignal } from "@preact/signals";
import type { Schemas } from "../client/api.ts";
import { keys } from "../messages/keys.ts";
import { CopyButton } from "./copy-button.tsx";
import { Icon } from "./drawing.tsx";
import { useUnsaved } from "./unsaved.ts";

export function KeyShownOnce({
  made: { name, key },
  onStored,
}: {
  made: Schemas["CreatedApiKey"];
  onStored: () => void;
}) {
  const words = keys();
  const isCopied = useSignal(false);
  useUnsaved(() => !isCopied.value);
  return (
    <section class="panel stack" aria-labelledby="made">
      <div class="row">
        <Icon name="check" />
        <h2 id="made">{words.isReady(name)}</h2>
      </div>
      <p>{words.copyNow}</p>
      <div class="secret">
        <code>{key}</code>
        <CopyButton
          text={key}
          label={words.copyKey}
          onCopied={() => {
            isCopied.value = true;
          }}
        />
      </div>
      <div class="row">
        <button type="button" class="button small" onClick={onStored}>
          {words.stored}
        </button>
      </div>
    </section>
  );
}
