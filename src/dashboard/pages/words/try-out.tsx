/** A line to try one's rules on, those that are typed in included. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { requestLimits } from "../../../config/limits/requests.ts";
import { type Answer, call } from "../../client/api.ts";
import { ApiFault } from "../../client/fault.ts";
import { words } from "../../messages/words.ts";
import { Differences } from "../../parts/differences.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { fieldInto } from "../../state/signals.ts";

type Trial = Answer<"POST /v1/customizations/try">;

/** After the last letter was typed. */
const WAIT_MS = 350;

export interface TryOutProps {
  /** Of what is stored: with another one the text is tried again. */
  revision: number;
  /** Instructions that are not stored yet. */
  draft: string | null;
}

export function TryOut({ revision, draft }: TryOutProps) {
  const said = useSignal("");
  const { trial, fault, isUnderWay } = useTrial(said.value.trim(), draft, revision);
  return (
    <section class="stack" aria-labelledby="try">
      <h2 id="try">{words.tryOut}</h2>
      <div class="field">
        <label for="said">{words.said}</label>
        <textarea
          class="area"
          id="said"
          rows={4}
          maxLength={requestLimits.surroundingTextChars}
          onInput={fieldInto(said)}
        />
      </div>
      {fault && <FaultBanner fault={fault} />}
      {trial && (
        <div aria-live="polite" aria-busy={isUnderWay}>
          <BeforeAfter trial={trial} />
        </div>
      )}
      <p class="quiet small">{words.nothingKept}</p>
    </section>
  );
}

function BeforeAfter({ trial: { before, after } }: { trial: Trial }) {
  return (
    <>
      <dl class="before-after">
        <dt>{words.before}</dt>
        <dd class="as-written">{before}</dd>
        <dt>{words.after}</dt>
        <dd class="as-written">
          <Differences before={before} after={after} shown={["same", "new"]} />
        </dd>
      </dl>
      {before === after && <p class="quiet small">{words.unchanged}</p>}
    </>
  );
}

/** One call at a time, and the newest text last. */
function useTrial(text: string, draft: string | null, revision: number) {
  const trial = useSignal<Trial | null>(null);
  const fault = useSignal<ApiFault | null>(null);
  const isUnderWay = useSignal(false);
  const last = useRef(Promise.resolve());
  useEffect(() => {
    if (text === "") {
      trial.value = null;
      return;
    }
    let isWanted = true;
    const run = async () => {
      if (!isWanted) return;
      isUnderWay.value = true;
      try {
        const operations = draft === null ? [] : [{ type: "custom_instructions_set" as const, text: draft }];
        const body = { text, operations };
        const made = await call("POST /v1/customizations/try", { body });
        if (!isWanted) return;
        trial.value = made;
        fault.value = null;
      } catch (error) {
        if (!(error instanceof ApiFault)) throw error;
        if (isWanted) fault.value = error;
      } finally {
        isUnderWay.value = false;
      }
    };
    const timer = setTimeout(() => {
      last.current = last.current.then(run);
    }, WAIT_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, draft, revision]);
  return { trial: trial.value, fault: fault.value, isUnderWay: isUnderWay.value };
}
