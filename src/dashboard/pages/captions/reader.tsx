/** For those who read along. */
import { useEffect, useMemo } from "preact/hooks";
import { captions as words } from "../../messages/captions.ts";
import { titles } from "../../messages/titles.ts";
import { Banner } from "../../parts/banner.tsx";
import { Link } from "../../parts/button.tsx";
import { date } from "../../state/format.ts";
import { Reading } from "./reading.ts";
import { Screen } from "./screen.tsx";

export function Reader({ id }: { id: string }) {
  const reading = useMemo(() => new Reading(id), [id]);
  useEffect(() => () => reading.close(), [reading]);
  const { value: state } = reading.state;
  const { value: facts } = reading.facts;
  const ended = reading.endedAt.value && date(reading.endedAt.value, { timeStyle: "short" });
  const isOver = state === "ended" || state === "gone";
  const by = facts?.speaker ?? "";
  return (
    <Screen
      title={facts?.title ?? titles.captions}
      state={<span class={`state ${STATES[state]}`}>{ended ? words.ended(ended) : words.states[state]}</span>}
      lines={reading.lines}
      empty={<p class="second">{state === "gone" ? words.gone : words.nothingYet}</p>}
      end={ended ? words.ended(ended) : null}
      foot={
        <>
          {state === "away" && <Banner role="status" text={words.readerAway} />}
          {state === "gone" && reading.lines.shown.value.length > 0 && <span>{words.gone}</span>}
          {state === "ended" && <span>{words.endedBy(by)}</span>}
          {!isOver && facts && <span class="small">{words.readAs(by, facts.organization)}</span>}
          {!isOver && <span class="small push">{words.kept}</span>}
          {isOver && <Link look="button push" text={words.toHome} href="/app/" />}
        </>
      }
    />
  );
}

const STATES = { opening: "", live: "live", away: "wait", ended: "", gone: "" } as const;
