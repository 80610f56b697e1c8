/** Ties what a person has begun in a page to the one place that decides whether the page may be left. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { mayLeave, watchWork } from "../client/leaving.ts";
import { frame } from "../messages/frame.ts";
import { confirmFirst } from "./dialog.tsx";

/** As long as the component is drawn. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const asked = useRef(isUnsaved);
  asked.current = isUnsaved;
  useEffect(() => watchWork({ isUnsaved: () => asked.current(), endsWith: "page" }), []);
}

async function isSureToLeave(): Promise<boolean> {
  const { leaveTitle: title, leave: text, leaveAct: act } = frame();
  return mayLeave("page") || confirmFirst({ title, text, act });
}

/** Links to other pages of the app, and the browser's way back: each asks before something is lost. */
export function useGuardedNavigation(): void {
  const { url } = useLocation();
  const shown = useRef(url);
  shown.current = url;
  // Before the router hears of it: it listens once its children are drawn.
  useLayoutEffect(() => {
    let isSure = false;
    const isOther = ({ pathname }: URL | Location) =>
      pathname !== new URL(shown.current, location.origin).pathname;
    const sure = (go: () => void) => {
      isSure = true;
      go();
    };
    const onClick = (event: MouseEvent) => {
      const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
      if (isSure || link === undefined || !leadsElsewhereInApp(event, link, isOther)) {
        isSure = false;
        return;
      }
      if (mayLeave("page")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void isSureToLeave().then((yes) => yes && sure(() => link.click()));
    };
    const onPopState = (event: PopStateEvent) => {
      if (isSure || !isOther(location) || mayLeave("page")) {
        isSure = false;
        return;
      }
      event.stopImmediatePropagation();
      // The address is another one already.
      history.pushState(null, "", shown.current);
      void isSureToLeave().then((yes) => yes && sure(() => history.back()));
    };
    addEventListener("click", onClick, { capture: true });
    addEventListener("popstate", onPopState);
    return () => {
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("popstate", onPopState);
    };
  }, []);
}

/** In this tab, without a reload: whatever else leaves asks by itself, or takes nothing away. */
function leadsElsewhereInApp(
  { button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent,
  link: HTMLAnchorElement,
  isOther: (address: URL) => boolean,
): boolean {
  const isPlain = button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey;
  const address = new URL(link.href);
  const isInApp = address.origin === location.origin && address.pathname.startsWith("/app");
  return isPlain && link.target === "" && !link.download && isInApp && isOther(address);
}
