/** The link for those who read along: who they are, and how many. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiFault } from "../../client/fault.ts";
import { captions as words } from "../../messages/captions.ts";
import { Dialog } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { number } from "../../state/format.ts";
import { fieldInto } from "../../state/signals.ts";
import { link, makeLink, organizations, readers } from "./speaking.ts";

export function LinkDialog({ onClose }: { onClose: () => void }) {
  const fault = useSignal<ApiFault | null>(null);
  const chosen = useSignal(organizations.value[0]?.id ?? null);
  const mustChoose = organizations.value.length > 1;
  const make = async () => {
    fault.value = null;
    try {
      await makeLink(chosen.value);
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      fault.value = error;
    }
  };
  useEffect(() => {
    if (link.peek() === null && !mustChoose) void make();
  }, []);
  return (
    <Dialog title={words.link} onClose={onClose}>
      {fault.value && <FaultBanner fault={fault.value} />}
      {link.value === null ? (
        mustChoose && (
          <>
            <label class="field">
              <span>{words.forWhom}</span>
              <select class="select" value={chosen.value ?? ""} onChange={fieldInto(chosen)}>
                {organizations.value.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Button look="primary" text={words.makeLink} onClick={make} />
          </>
        )
      ) : (
        <>
          <p class="second">{words.whoReads(link.value.organization?.name ?? null)}</p>
          <div class="secret">
            <code>{link.value.url}</code>
            <CopyButton text={link.value.url} label={words.copyLink} class="button small primary" />
          </div>
          <p class="quiet small">{words.many(number(readers.value), number(link.value.viewers_max))}</p>
        </>
      )}
    </Dialog>
  );
}
