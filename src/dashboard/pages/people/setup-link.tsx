import { useSignal } from "@preact/signals";
import type { Answer } from "../../client/api.ts";
import { administration } from "../../messages/administration.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/drawing.tsx";
import { useUnsaved } from "../../parts/unsaved.ts";
import { dateAndTime } from "../../state/format.ts";

export type SetupLink = Answer<"POST /v1/administration/people/{person}/setup-link">;

export interface LinkShownOnceProps {
  name: string;
  link: SetupLink;
  onStored: () => void;
}

/** Until it is put away: nobody can show it again. */
export function LinkShownOnce({ name, link: { url, expires_at: at }, onStored }: LinkShownOnceProps) {
  const words = administration();
  const isCopied = useSignal(false);
  useUnsaved(() => !isCopied.value);
  return (
    <section class="panel stack" aria-labelledby="link">
      <div class="row">
        <Icon name="link" />
        <h2 id="link">{words.linkFor(name)}</h2>
      </div>
      <p>{words.linkText(dateAndTime(at))}</p>
      <div class="secret">
        <code>{url}</code>
        <CopyButton
          text={url}
          label={words.copyLink}
          onCopied={() => {
            isCopied.value = true;
          }}
        />
      </div>
      <div class="row">
        <button type="button" class="button small" onClick={onStored}>
          {words.linkSent}
        </button>
      </div>
    </section>
  );
}
