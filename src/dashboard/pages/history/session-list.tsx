/** Sessions by day. Sessions far from the window are a gap of their height, so that long histories stay light. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { requestLimits } from "../../../config/limits/requests.ts";
import { historyWords } from "../../messages/history.ts";
import { Button } from "../../parts/button.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { sessionAddress } from "../../parts/newest-dictations.tsx";
import { Sketch } from "../../parts/page.tsx";
import { date, duration, number } from "../../state/format.ts";
import { Highlighted } from "./highlighted.tsx";
import { deleted, scheduleDeletion } from "./pending-deletions.ts";
import type { Session, SessionPages } from "./session-pages.ts";

/** How far beside the window sessions are drawn, and older ones loaded. */
const NEAR = "1200px 0px";

export function SessionList({ sessions, query }: { sessions: SessionPages; query: string }) {
  const { pages, fault, isLoading, isComplete, more } = sessions;
  let day: string | null = null;
  return (
    <div class="stack">
      {pages.value.map((page) => {
        const shown = page.filter(({ id }) => !deleted.value.has(id));
        const [first] = shown;
        if (first === undefined) return null;
        const dayBefore = day;
        day = dayOf(shown.at(-1) ?? first);
        return <Page key={page[0]?.id} sessions={shown} dayBefore={dayBefore} query={query} />;
      })}
      {fault.value && <FaultBanner fault={fault.value} onRetry={more} />}
      {!isComplete.value && !fault.value && (
        <More key={pages.value.length} isLoading={isLoading.value} onNear={more} />
      )}
      {isComplete.value && pages.value.length > 1 && <p class="quiet small">{historyWords.end}</p>}
    </div>
  );
}

/** Asks for older ones when it comes near. */
function More({ isLoading, onNear }: { isLoading: boolean; onNear: () => unknown }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoading || element.current === null) return;
    return observePlace(element.current, ({ isIntersecting }) => isIntersecting && onNear());
  }, [isLoading]);
  return (
    <div ref={element}>
      <Sketch isWaiting={isLoading} />
    </div>
  );
}

/** @returns how to stop. */
function observePlace(element: Element, tell: (place: IntersectionObserverEntry) => unknown): () => void {
  // A busy browser reports several changes at once, and the last is how it is.
  const look = (entries: IntersectionObserverEntry[]) => {
    const now = entries.at(-1);
    if (now !== undefined) tell(now);
  };
  const observer = new IntersectionObserver(look, { rootMargin: NEAR });
  observer.observe(element);
  return () => observer.disconnect();
}

interface PageProps {
  sessions: readonly Session[];
  /** Whose heading stands above already. */
  dayBefore: string | null;
  query: string;
}

function Page({ sessions, dayBefore, query }: PageProps) {
  const element = useRef<HTMLDivElement>(null);
  /** Null while it is drawn. */
  const gap = useSignal<number | null>(null);
  useEffect(() => {
    if (element.current === null) return;
    return observePlace(element.current, ({ isIntersecting, boundingClientRect }) => {
      // Where the focus is, it stays.
      const isDrawn = isIntersecting || element.current?.contains(document.activeElement);
      gap.value = isDrawn ? null : boundingClientRect.height;
    });
  }, []);
  if (gap.value !== null) return <div ref={element} style={{ height: `${gap.value}px` }} />;
  const days = Map.groupBy(sessions, dayOf);
  return (
    <div ref={element} class="stack">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          {day !== dayBefore && <h2 class="history-day">{day}</h2>}
          <ul class="ledger">
            {ofDay.map((session) => (
              <Row key={session.id} session={session} query={query} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ session, query }: { session: Session; query: string }) {
  const { id, title, preview, match, created_at, word_count, duration_seconds, app } = session;
  const isCut = preview.length >= requestLimits.previewChars - 1;
  return (
    <li class="history-row">
      <a class="bare" href={sessionAddress(id, query)}>
        <Highlighted text={match?.snippet ?? (isCut ? `${preview}…` : preview)} query={query} />
      </a>
      <Button
        look="plain icon-only"
        icon="trash"
        label={`${historyWords.delete}: ${title}`}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          scheduleDeletion(session);
        }}
      />
      <p class="facts">
        <time dateTime={created_at}>{date(created_at, { timeStyle: "short" })}</time>
        <span>{historyWords.words(word_count, number(word_count))}</span>
        {duration_seconds !== null && <span>{duration(duration_seconds)}</span>}
        {app && <span>{app}</span>}
        {match?.source === "raw_text" && <span>{historyWords.inRaw}</span>}
      </p>
    </li>
  );
}

/** The row goes; people who work by the keyboard continue with the next one, of another day too. */
function focusBeside(button: HTMLElement): void {
  const rows = [...document.querySelectorAll(".history-row")];
  const at = rows.findIndex((row) => row.contains(button));
  const beside = rows[at + 1] ?? rows[at - 1];
  (beside?.querySelector("a") ?? document.querySelector<HTMLElement>("main input"))?.focus();
}

/** Its name, for people. */
function dayOf({ created_at }: Session): string {
  const then = new Date(created_at).toDateString();
  const now = new Date();
  if (then === now.toDateString()) return historyWords.today;
  now.setDate(now.getDate() - 1);
  if (then === now.toDateString()) return historyWords.yesterday;
  return date(created_at, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
}
