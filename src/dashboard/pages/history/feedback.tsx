/** What the person says of a text: right, or wrong and how it should read. */
import { useSignal } from "@preact/signals";
import { requestLimits } from "../../../config/limits/requests.ts";
import { call } from "../../client/api.ts";
import { historyWords } from "../../messages/history.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/drawing.tsx";
import { AreaField, Form } from "../../parts/form.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";

export interface FeedbackProps {
  sessionId: string;
  /** As it stands, perhaps corrected already. */
  text: string;
}

type Given = "positive" | "negative" | null;

export function Feedback({ sessionId, text }: FeedbackProps) {
  const given = useSignal<Given>(null);
  const isOpen = useSignal(false);
  const { right, wrong, thanks } = historyWords();
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
    toast(thanks[kind], takeBack);
  };
  return (
    <div class="row">
      <button
        type="button"
        class="button plain small"
        aria-pressed={given.value === "positive"}
        onClick={() => void (given.value === "positive" ? takeBack() : give("positive")).catch(toastFault)}
      >
        {given.value === "positive" && <Icon name="check" />}
        {right}
      </button>
      <button
        type="button"
        class="button plain small"
        aria-pressed={given.value === "negative"}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {given.value === "negative" && <Icon name="check" />}
        {wrong}
      </button>
      {isOpen.value && (
        <CorrectionDialog
          text={text}
          onClose={() => {
            isOpen.value = false;
          }}
          onSend={async (correction) => {
            await give("negative", correction);
            isOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

interface CorrectionDialogProps {
  text: string;
  onClose: () => void;
  onSend: (correction: { message?: string; corrected_text?: string }) => Promise<void>;
}

function CorrectionDialog({ text, onClose, onSend }: CorrectionDialogProps) {
  const { wrongTitle, correctedLabel, correctedHint, messageLabel, send } = historyWords();
  const submit = (fields: FormData) => {
    const corrected = String(fields.get("corrected_text"));
    const message = String(fields.get("message")).trim();
    return onSend({ ...(corrected && { corrected_text: corrected }), ...(message && { message }) });
  };
  return (
    <Dialog title={wrongTitle} onClose={onClose}>
      <Form onSubmit={submit} submit={send}>
        <AreaField
          name="corrected_text"
          label={correctedLabel}
          hint={correctedHint}
          value={text}
          maxLength={requestLimits.correctedTextChars}
        />
        <AreaField name="message" label={messageLabel} maxLength={requestLimits.feedbackMessageChars} />
      </Form>
    </Dialog>
  );
}
