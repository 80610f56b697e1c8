/** Words that the person corrected again and again: each can be written so for good. Nothing if there are none. */
import { useSignal } from "@preact/signals";
import { call } from "../../client/api.ts";
import { alwaysWords } from "../../messages/always.ts";
import { suggestionWords as words } from "../../messages/suggestions.ts";
import { orToast, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { useResource } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import { AlwaysDialog, type Correction } from "./always.tsx";
import type { ApplyOperations } from "./customizations.ts";

interface SuggestionsProps {
  /** Of the customizations: words that they have by now are not offered any more. */
  revision: number;
  /** In which they are shown. */
  recording?: string;
  onChange: ApplyOperations;
}

export function Suggestions({ revision, recording, onChange }: SuggestionsProps) {
  const chosen = useSignal<Correction | null>(null);
  const list = useResource((signal) => call("GET /v1/customizations/suggestions", { signal }), [revision]);
  const offered = list.data.value?.data ?? [];
  if (offered.length === 0) return null;
  const dismiss = ({ from, to }: Correction) =>
    orToast(async () => {
      await onChange({ type: "suggestion_dismiss", from, to });
      toast(words.dismissed);
    });
  return (
    <section class="stack tight" aria-labelledby="suggestions">
      <h2 id="suggestions">{words.title}</h2>
      <p class="second">{words.lead}</p>
      <ul class="ledger">
        {offered.map(({ from, to, texts }) => (
          <li key={JSON.stringify([from, to])}>
            <span class="title">
              <del class="old">{from}</del> <ins class="new">{to}</ins>
            </span>
            <div class="facts">
              <span>{words.texts(texts)}</span>
            </div>
            <div class="row whole">
              <Button
                look="small"
                text={alwaysWords.open}
                label={alwaysWords.openNamed(from, to)}
                onClick={() => {
                  chosen.value = { from, to };
                }}
              />
              <Button
                look="plain small"
                text={words.dismiss}
                label={words.dismissNamed(from, to)}
                onClick={() => void dismiss({ from, to })}
              />
            </div>
          </li>
        ))}
      </ul>
      {chosen.value && (
        <AlwaysDialog
          {...chosen.value}
          {...(recording && { recording })}
          onChange={onChange}
          onClose={setting(chosen, null)}
        />
      )}
    </section>
  );
}
