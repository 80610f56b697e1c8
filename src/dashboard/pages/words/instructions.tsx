import { type Signal, useSignal } from "@preact/signals";
import { requestLimits } from "../../../config/limits/requests.ts";
import { call, type Schemas } from "../../client/api.ts";
import { words } from "../../messages/words.ts";
import { toast } from "../../parts/acts.tsx";
import { AreaField, Form } from "../../parts/form.tsx";
import { number } from "../../state/format.ts";
import { into } from "../../state/signals.ts";

export interface InstructionsProps {
  instructions: string;
  /** The text in the field, for the try-out; null if it equals the stored one. */
  draft: Signal<string | null>;
  onSaved: (now: Schemas["Customizations"]) => void;
}

export function Instructions({ instructions, draft, onSaved }: InstructionsProps) {
  /** As the server says it: the sentences that have no effect. */
  const left = useSignal<string | null>(null);
  const text = draft.value ?? instructions;
  const save = async () => {
    const operations = [{ type: "custom_instructions_set" as const, text }];
    const updated = await call("PATCH /v1/customizations", { body: { operations } });
    left.value = updated.results[0]?.message ?? null;
    draft.value = null;
    onSaved(updated);
    toast(words.saved);
  };
  return (
    <section class="stack tight" aria-labelledby="instructions">
      <div class="section-head">
        <h2 id="instructions">{words.instructions}</h2>
        <span class="quiet small num">
          {words.characters(number(text.length), number(requestLimits.customInstructionsChars))}
        </span>
      </div>
      <Form submit={words.save} onSubmit={save}>
        <AreaField
          name="operations.0.text"
          label={words.instructions}
          hint={words.instructionsHint}
          rows={5}
          value={text}
          onInput={into(draft)}
        />
      </Form>
      {left.value !== null && (
        <div class="banner wait" role="status">
          <span />
          <p>{left.value}</p>
        </div>
      )}
    </section>
  );
}
