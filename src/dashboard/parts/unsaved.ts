/** Ties what a person has begun in a page to the one place that decides whether the page may be left. */
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { storedDrafts } from "../client/draft-store.ts";
import { mayLeave, watchWork } from "../client/leaving.ts";
import { frame as words } from "../messages/frame.ts";
import { confirmFirst } from "./acts.tsx";

/** As long as the component is drawn. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const asked = useRef(isUnsaved);
  asked.current = isUnsaved;
  useEffect(() => watchWork({ lostBy: () => (asked.current() ? "page" : null) }), []);
}

function isSureToLeave(): Promise<boolean> {
  return confirmFirst({ title: words.leaveTitle, text: words.leave, act: words.leaveAct });
}

/** At log-out what the browser keeps for its person cannot be read any more. @param route leads to a page of the app. */
async function isSureToLogOut(route: (address: string) => void): Promise<boolean> {
  const kept = await countOfKept();
  if (kept > 0) {
    const instead = { act: words.exportFirst, go: () => route("/app/recordings") };
    return confirmFirst({ title: words.forgetTitle(kept), text: words.forget, act: words.logOut, instead });
  }
  const isNothingKept = !isSecureContext || (await storedDrafts()).length === 0;
  return (mayLeave("logOut") && isNothingKept) || isSureToLeave();
}

/** Recordings that are in this browser alone. */
async function countOfKept(): Promise<number> {
  if (!isSecureContext) return 0;
  const { countLocal } = await import("../client/local-recordings.ts");
  return countLocal();
}

/** For what leads elsewhere and is no link: asks as a link to that address of this server would. */
export function useLeaving(): (address: string) => Promise<void> {
  const { route } = useLocation();
  return async (address) => {
    const isSure =
      address === "/logout" ? await isSureToLogOut(route) : mayLeave("page") || (await isSureToLeave());
    if (!isSure) return;
    if (address.startsWith("/app/")) route(address);
    else location.assign(address);
  };
}

/** Links to other pages of the app and to the log-out, and the browser's way back: each asks before something is lost. */
export function useGuardedNavigation(): void {
  const { url, route } = useLocation();
  const shown = useRef(url);
  shown.current = url;
  // Before the router hears of it: it listens once its children are drawn.
  useLayoutEffect(() => {
    let isSure = false;
    const isShown = ({ pathname }: URL | Location) =>
      pathname === new URL(shown.current, location.origin).pathname;
    const ask = (asked: Promise<boolean>, go: () => void) =>
      void asked.then((yes) => {
        isSure = yes;
        if (yes) go();
      });
    const onClick = (event: MouseEvent) => {
      const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
      const isAsked = isSure;
      isSure = false;
      if (isAsked || link === undefined || !isFollowedHere(event, link)) return;
      const address = new URL(link.href);
      const isLogOut = address.pathname === "/logout";
      if (!isLogOut && (isShown(address) || mayLeave("page"))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(isLogOut ? isSureToLogOut(route) : isSureToLeave(), () => link.click());
    };
    const onPopState = (event: PopStateEvent) => {
      const isAsked = isSure;
      isSure = false;
      if (isAsked || isShown(location) || mayLeave("page")) return;
      event.stopImmediatePropagation();
      // The address is another one already.
      history.pushState(null, "", shown.current);
      ask(isSureToLeave(), () => history.back());
    };
    addEventListener("click", onClick, { capture: true });
    addEventListener("popstate", onPopState);
    return () => {
      removeEventListener("click", onClick, { capture: true });
      removeEventListener("popstate", onPopState);
    };
  }, []);
}

/** In this tab, to the app or the log-out. Other ways of leaving ask by themselves, or lose nothing. */
function isFollowedHere(
  { button, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent,
  { href, target, download }: HTMLAnchorElement,
): boolean {
  const { origin, pathname } = new URL(href, location.origin);
  const isPlain = button === 0 && !ctrlKey && !metaKey && !altKey && !shiftKey;
  const isOwn = origin === location.origin && (pathname.startsWith("/app") || pathname === "/logout");
  return isPlain && isOwn && target === "" && !download;
}
