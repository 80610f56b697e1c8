/** The dialogs of a log-in that ended, or is not fresh enough: the person logs in in another tab and goes on here. */
import { useSignal } from "@preact/signals";
import { logInAgain, lookWhoIsIn, stepUp } from "../client/session-end.ts";
import { frame } from "../messages/frame.ts";
import { Dialog } from "./dialog.tsx";

export function LogInAgain() {
  const { stepUpTitle, stepUp: stepUpText, logInAgainTitle, logInAgain: endedText } = frame();
  const answer = stepUp.asked.value;
  if (answer !== null)
    return (
      <LogInDialog
        title={stepUpTitle}
        text={stepUpText}
        address="/login?again=1"
        onDone={() => answer(true)}
        onClose={() => answer(false)}
      />
    );
  if (!logInAgain.value) return null;
  const close = () => {
    logInAgain.value = false;
  };
  return (
    <LogInDialog title={logInAgainTitle} text={endedText} address="/login" onDone={close} onClose={close} />
  );
}

interface LogInDialogProps {
  title: string;
  text: string;
  address: string;
  onDone: () => void;
  onClose: () => void;
}

function LogInDialog({ title, text, address, onDone, onClose }: LogInDialogProps) {
  const isStillOut = useSignal(false);
  const goOn = async () => {
    const found = await lookWhoIsIn();
    isStillOut.value = found === "nobody";
    if (found === "thisPerson") onDone();
  };
  const foot = (
    <>
      <a class="button" href={address} target="_blank" rel="noopener">
        {frame().logInInTab}
      </a>
      <button type="button" class="button primary" onClick={goOn}>
        {frame().goOn}
      </button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      <p>{text}</p>
      {isStillOut.value && (
        <p class="attention" role="alert">
          {frame().stillOut}
        </p>
      )}
    </Dialog>
  );
}
