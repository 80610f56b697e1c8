/** Feedback on a text: right, or wrong and how it should read. */
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { requestLimits } from "../../../config/limits/requests.ts";
import { call } from "../../client/api.ts";
import { frame } from "../../messages/frame.ts";
import { historyWords as words } from "../../messages/history.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { Button, Icon } from "../../parts/button.tsx";
import { AreaField, Form } from "../../parts/form.tsx";

export interface FeedbackProps {
  sessionId: string;
  /** As it stands, perhaps corrected already. */
  text: string;
}

type Given = "positive" | "negative" | null;

export function Feedback({ sessionId, text }: FeedbackProps) {
  const given = useSignal<Given>(null);
  const isOpen = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    isOpen.value = false;
    opener.current?.focus();
  };
  const path = { session: sessionId };
  const takeBack = async () => {
    await call("DELETE /v1/sessions/{session}/feedback", { path });
    given.value = null;
  };
  const give = async (
    kind: "positive" | "negative",
    more: { message?: string; corrected_text?: string } = {},
  ) => {
    await call("POST /v1/sessions/{session}/feedback", { path, body: { feedback_type: kind, ...more } });
    given.value = kind;
    toast(words.thanks[kind], takeBack);
  };
  return (
    <div class="stack">
      <div class="row">
        <Button
          look="plain small"
          aria-pressed={given.value === "positive"}
          onClick={() => void (given.value === "positive" ? takeBack() : give("positive")).catch(toastFault)}
        >
          {given.value === "positive" && <Icon name="check" />}
          {words.right}
        </Button>
        <button
          type="button"
          class="button plain small"
          ref={opener}
          aria-pressed={given.value === "negative"}
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {given.value === "negative" && <Icon name="check" />}
          {words.wrong}
        </button>
      </div>
      {isOpen.value && (
        <Correction
          text={text}
          onClose={close}
          onSend={async (correction) => {
            await give("negative", correction);
            close();
          }}
        />
      )}
    </div>
  );
}

interface CorrectionProps {
  text: string;
  onClose: () => void;
  onSend: (correction: { message?: string; corrected_text?: string }) => Promise<void>;
}

/** In the drawer itself, above which nothing opens. */
function Correction({ text, onClose, onSend }: CorrectionProps) {
  const element = useRef<HTMLElement>(null);
  const titleId = useId();
  useLayoutEffect(() => element.current?.querySelector("textarea")?.focus(), []);
  const submit = (fields: FormData) => {
    const corrected = String(fields.get("corrected_text"));
    const message = String(fields.get("message")).trim();
    return onSend({ ...(corrected && { corrected_text: corrected }), ...(message && { message }) });
  };
  return (
    <section class="stack tight" ref={element} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.wrongTitle}</h3>
      <Form onSubmit={submit} submit={words.send} others={<Button text={frame.cancel} onClick={onClose} />}>
        <AreaField
          name="corrected_text"
          label={words.correctedLabel}
          hint={words.correctedHint}
          value={text}
          maxLength={requestLimits.correctedTextChars}
        />
        <AreaField name="message" label={words.messageLabel} maxLength={requestLimits.feedbackMessageChars} />
      </Form>
    </section>
  );
}
