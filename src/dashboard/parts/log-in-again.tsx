/** If a log-in ended, or is not fresh enough: the person logs in in another tab and continues here. */
import { useSignal } from "@preact/signals";
import { logInAgain, lookWhoIsIn, stepUp } from "../client/session-end.ts";
import { frame } from "../messages/frame.ts";
import { Attention } from "./attention.tsx";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { InPlaceOfPage } from "./in-place-of-page.tsx";
import { Link } from "./link.tsx";

/** Passers-by must not read on: it covers the page and waits, however long. */
export function LogInAgain() {
  const { logInAgainTitle, logInAgain: text } = frame();
  return logInAgain.value ? <InPlaceOfPage title={logInAgainTitle} text={text} /> : null;
}

export function StepUp() {
  const answer = stepUp.asked.value;
  return answer && <StepUpDialog answer={answer} />;
}

function StepUpDialog({ answer }: { answer: (confirmed: boolean) => void }) {
  const isStillOut = useSignal(false);
  const { stepUpTitle, stepUp: text, logInInTab, goOn: goOnLabel, stillOut } = frame();
  const goOn = async () => {
    const found = await lookWhoIsIn();
    isStillOut.value = found === "nobody";
    if (found === "thisPerson") answer(true);
  };
  const foot = (
    <>
      <Link look="button" text={logInInTab} href="/login?again=1" newTab />
      <Button look="primary" text={goOnLabel} onClick={goOn} />
    </>
  );
  return (
    <Dialog title={stepUpTitle} onClose={() => answer(false)} foot={foot}>
      <p>{text}</p>
      {isStillOut.value && <Attention role="alert" text={stillOut} />}
    </Dialog>
  );
}
