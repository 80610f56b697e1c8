/** Stands in the place of everything while somebody else is logged in in this browser. */
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { type LoggedIn, session } from "../client/session.ts";
import { anotherPerson, lookWhoIsIn } from "../client/session-end.ts";
import { frame } from "../messages/frame.ts";
import { Mark } from "./drawing.tsx";

export function AnotherPerson() {
  return anotherPerson.value ? <InPlaceOfThePage /> : null;
}

/** A dialog, because what the page had open may be one. It cannot be closed: behind it is somebody else's work. */
function InPlaceOfThePage() {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const found = useSignal<LoggedIn>("thisPerson");
  useLayoutEffect(() => element.current?.showModal(), []);
  const { anotherTitle, another, logInInTab, goOn, toTheirs, stillOut, stillAnother } = frame();
  const { logo, product } = session;
  const { name } = session.person;
  const look = async () => {
    found.value = await lookWhoIsIn();
  };
  return (
    <dialog
      class="in-place-of-page"
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it all the same where Escape is pressed twice.
      onClose={() => element.current?.showModal()}
    >
      <div class="gate">
        <header>
          <span class="word-mark">
            {logo === null ? <Mark /> : <img src={logo} alt="" />}
            {product}
          </span>
        </header>
        <main>
          <h1 id={titleId}>{anotherTitle(name)}</h1>
          <p class="second">{another(name)}</p>
          {found.value !== "thisPerson" && (
            <p class="attention" role="alert">
              {found.value === "nobody" ? stillOut : stillAnother(name)}
            </p>
          )}
          <div class="stack tight">
            <a class="button large primary" href="/login?again=1" target="_blank" rel="noopener">
              {logInInTab}
            </a>
            <button type="button" class="button large" onClick={look}>
              {goOn}
            </button>
            <button type="button" class="button plain" onClick={() => location.assign("/app/")}>
              {toTheirs}
            </button>
          </div>
        </main>
      </div>
    </dialog>
  );
}
