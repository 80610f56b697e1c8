/** Stands in the place of everything while the page's person is not the one who is logged in. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { type LoggedIn, session } from "../client/session.ts";
import { lookWhoIsIn } from "../client/session-end.ts";
import { frame as words } from "../messages/frame.ts";
import { Attention } from "./attention.tsx";
import { Button, Link, Mark } from "./button.tsx";

export interface InPlaceOfPageProps {
  title: string;
  text: string;
  /** Below the ways back. */
  children?: ComponentChildren;
}

/** A dialog, because what the page had open may be one. It cannot be closed: it covers somebody's work. */
export function InPlaceOfPage({ title, text, children }: InPlaceOfPageProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const found = useSignal<LoggedIn>("thisPerson");
  useLayoutEffect(() => element.current?.showModal(), []);
  const { logInInTab, goOn, stillOut, stillAnother } = words;
  const { logo, product, person } = session;
  const look = async () => {
    found.value = await lookWhoIsIn();
  };
  return (
    <dialog
      class="in-place-of-page"
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it all the same if Escape is pressed twice.
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
          <h1 id={titleId}>{title}</h1>
          <p class="second">{text}</p>
          {found.value !== "thisPerson" && (
            <Attention role="alert" text={found.value === "nobody" ? stillOut : stillAnother(person.name)} />
          )}
          <div class="stack tight">
            <Link look="button large primary" text={logInInTab} href="/login?again=1" newTab />
            <Button look="large" text={goOn} onClick={look} />
            {children}
          </div>
        </main>
      </div>
    </dialog>
  );
}
