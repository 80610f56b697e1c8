/** Earlier dictations: the texts of this visit, and the newest of the history. */
import { dictate as words } from "../../messages/dictate.ts";
import { Button, Link } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { NewestDictations } from "../../parts/newest-dictations.tsx";
import { Section } from "../../parts/page.tsx";
import { date } from "../../state/format.ts";
import { phase } from "./dictation.ts";
import { change, currentResult, previousTexts, reopen } from "./sheet-text.ts";

const SHOWN = 8;

/** Under the text, because a new one took their place; they are gone with the page where no history is kept. */
export function PreviousTexts() {
  const isStored = previousTexts.value.every(({ result }) => result.saver.state.value === "saved");
  const shown = isStored ? previousTexts.value.slice(0, 1) : previousTexts.value;
  if (shown.length === 0) return null;
  const { previousTexts: heading, untilClosed, reopen: label } = words;
  return (
    <Section title={heading} loose beside={!isStored && <span class="quiet small">{untilClosed}</span>}>
      {shown.map((each) => (
        <article class="stack tight" key={each.result.session_id}>
          <p class="said">{each.text}</p>
          <div class="row">
            <CopyButton text={each.text} onCopied={() => each.result.saver.took(each.text)} />
            <Button
              look="small"
              text={label}
              disabled={phase.value.name !== "idle"}
              onClick={() => reopen(each)}
            />
            <time class="quiet small">{date(each.result.at, { timeStyle: "short" })}</time>
          </div>
        </article>
      ))}
    </Section>
  );
}

export function RecentSessions() {
  const { recent, history, none } = words;
  return (
    <aside>
      <div class="section-head">
        <h2>{recent}</h2>
        <Link look="small" text={history} href="/app/history" />
      </div>
      {/* Each text, and each edit, is a new session. */}
      <NewestDictations shown={SHOWN} none={none} inputs={[currentResult.value, change.value]} />
    </aside>
  );
}
