/** The screen of captions: large lines that are read from the last one, for those who speak and those who read along. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { session } from "../../client/session.ts";
import { captions as words } from "../../messages/captions.ts";
import { Button, Mark } from "../../parts/button.tsx";
import { duration } from "../../state/format.ts";
import { keptSignal } from "../../state/kept.ts";
import type { Lines, Shown } from "./lines.ts";

const SIZES = ["small", "medium", "large", "huge"] as const;

interface Look {
  size: (typeof SIZES)[number];
  isStark: boolean;
}

const PLAIN: Look = { size: "medium", isStark: false };
const look = keptSignal("tiro_captions", PLAIN, ({ size }) => SIZES.includes(size));

function setLook(changed: Partial<Look>): void {
  look.value = { ...look.value, ...changed };
}

export interface ScreenProps {
  title: string;
  /** Their state, in a word or two. */
  state: ComponentChildren;
  lines: Lines;
  /** Beside the choices of size and contrast. */
  actions?: ComponentChildren;
  /** In the place of lines, as long as there are none. */
  empty?: ComponentChildren;
  /** Below the last line. */
  end?: string | null;
  foot: ComponentChildren;
}

export function Screen({ title, state, lines, actions, empty, end = null, foot }: ScreenProps) {
  useLayoutEffect(() => {
    document.title = `${title} · ${session.product}`;
  }, [title]);
  const { size, isStark } = look.value;
  const hasLines = lines.shown.value.length > 0 || lines.hearing.value !== null;
  return (
    <div class={`captions ${size} ${isStark ? "stark" : ""}`}>
      <header>
        <a class="word-mark" href="/app/" aria-label={words.home(session.product)}>
          {session.logo === null ? <Mark /> : <img src={session.logo} alt="" />}
        </a>
        <h1 tabIndex={-1}>{title}</h1>
        {state}
        <div class="row push">
          {actions}
          <LookChoices />
        </div>
      </header>
      {hasLines || end !== null ? <ShownLines lines={lines} end={end} /> : <div class="begin">{empty}</div>}
      <Log lines={lines} />
      <footer>{foot}</footer>
    </div>
  );
}

function LookChoices() {
  const { size, isStark } = look.value;
  const at = SIZES.indexOf(size);
  const resize = (by: number) => setLook({ size: SIZES[at + by] ?? size });
  return (
    <>
      <Button
        look="small"
        text={words.contrast}
        aria-pressed={isStark}
        onClick={() => setLook({ isStark: !isStark })}
      />
      <fieldset class="pair" aria-label={words.sizes}>
        <Button look="small" disabled={at === 0} onClick={() => resize(-1)}>
          A−<span class="for-readers"> {words.smaller}</span>
        </Button>
        <Button look="small" disabled={at === SIZES.length - 1} onClick={() => resize(1)}>
          A+<span class="for-readers"> {words.larger}</span>
        </Button>
      </fieldset>
      {document.fullscreenEnabled && (
        <Button
          look="small icon-only"
          icon="expand"
          label={words.fullScreen}
          title={words.fullScreen}
          onClick={toggleFullScreen}
        />
      )}
    </>
  );
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

/** Follows the newest words, unless somebody reads further up. */
function ShownLines({ lines, end }: { lines: Lines; end: string | null }) {
  const frame = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const shown = lines.shown.value;
  const hearing = lines.hearing.value;
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    // Words come, and windows and letters become larger and smaller.
    const watch = new ResizeObserver(() => {
      if (follows.current) current.scrollTop = current.scrollHeight;
    });
    for (const each of [current, ...current.children]) watch.observe(each);
    return () => watch.disconnect();
  }, []);
  const isNew = hearing !== null && !shown.some(({ id }) => id === hearing.line);
  return (
    <section
      class="scroller"
      ref={frame}
      // A region that scrolls is reached by the keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as axe-core asks
      tabIndex={0}
      aria-label={words.lines}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 48;
      }}
    >
      <div class="lines">
        {shown.map((each, index) => (
          <Line
            key={each.id}
            shown={each}
            hearing={hearing?.line === each.id ? hearing.text : ""}
            isPast={index < shown.length - 1 || isNew || end !== null}
          />
        ))}
        {isNew && (
          <p>
            <span class="hearing">{hearing.text}</span>
          </p>
        )}
        {end !== null && <p class="break">{end}</p>}
      </div>
    </section>
  );
}

function Line({ shown, hearing, isPast }: { shown: Shown; hearing: string; isPast: boolean }) {
  if (shown.kind === "away") return <p class="break">{words.wasAway(duration(shown.seconds))}</p>;
  return (
    <p class={isPast ? "past" : ""}>
      {shown.text}
      {hearing !== "" && <span class="hearing">{hearing}</span>}
    </p>
  );
}

/** Whole sentences for screen readers: the drawn text changes too often to be read aloud. */
function Log({ lines }: { lines: Lines }) {
  return (
    <div class="for-readers" role="log" aria-label={words.bySentence}>
      {lines.shown.value
        .filter((each) => each.kind === "away" || each.isFinal)
        .map((each) => (
          <p key={each.id}>{each.kind === "away" ? words.wasAway(duration(each.seconds)) : each.text}</p>
        ))}
    </div>
  );
}
