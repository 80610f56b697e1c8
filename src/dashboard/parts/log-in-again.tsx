/** If a log-in ended, or is not fresh enough: the person logs in in another tab and continues here. */
import { useSignal } from "@preact/signals";
import { logInAgain, lookWhoIsIn, stepUp } from "../client/session-end.ts";
import { frame as words } from "../messages/frame.ts";
import { Dialog } from "./acts.tsx";
import { Attention } from "./attention.tsx";
import { Button, Link } from "./button.tsx";
import { InPlaceOfPage } from "./in-place-of-page.tsx";

/** Passers-by must not read on: it covers the page and waits, however long. */
export function LogInAgain() {
  return logInAgain.value ? <InPlaceOfPage title={words.logInAgainTitle} text={words.logInAgain} /> : null;
}

export function StepUp() {
  const answer = stepUp.asked.value;
  return answer && <StepUpDialog answer={answer} />;
}

function StepUpDialog({ answer }: { answer: (confirmed: boolean) => void }) {
  const isStillOut = useSignal(false);
  const goOn = async () => {
    const found = await lookWhoIsIn();
    isStillOut.value = found === "nobody";
    if (found === "thisPerson") answer(true);
  };
  const foot = (
    <>
      <Link look="button" text={words.logInInTab} href="/login?again=1" newTab />
      <Button look="primary" text={words.goOn} onClick={goOn} />
    </>
  );
  return (
    <Dialog title={words.stepUpTitle} onClose={() => answer(false)} foot={foot}>
      <p>{words.stepUp}</p>
      {isStillOut.value && <Attention role="alert" text={words.stillOut} />}
    </Dialog>
  );
}
