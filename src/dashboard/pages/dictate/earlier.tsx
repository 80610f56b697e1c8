/** What was dictated before: the texts of this visit, and the newest of the history. */
import { call } from "../../client/api.ts";
import { dictate } from "../../messages/dictate.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { date, when } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";
import { sessionAddress } from "../../state/session-address.ts";
import { change, earlier, phase, takeUp, written } from "./dictation.ts";

const SHOWN = 8;

/** Under the text, because a new one took their place; they are gone with the page where no history is kept. */
export function BeforeThat({ isKept }: { isKept: boolean }) {
  const shown = isKept ? earlier.value.slice(0, 1) : earlier.value;
  if (shown.length === 0) return null;
  const { beforeThat, untilClosed, takeUp: label } = dictate();
  return (
    <section class="stack">
      <div class="section-head">
        <h2>{beforeThat}</h2>
        {!isKept && <span class="quiet small">{untilClosed}</span>}
      </div>
      {shown.map((each) => (
        <article class="stack tight" key={each.written.session_id}>
          <p class="said">{each.text}</p>
          <div class="row">
            <CopyButton text={each.text} />
            <button
              type="button"
              class="button small"
              disabled={phase.value.name !== "idle"}
              onClick={() => takeUp(each)}
            >
              {label}
            </button>
            <time class="quiet small">{date(each.written.at, { timeStyle: "short" })}</time>
          </div>
        </article>
      ))}
    </section>
  );
}

export function Recent() {
  const { recent, history, none } = dictate();
  // Each text, and each edit, is a new session.
  const inputs = [written.value, change.value];
  const sessions = useResource(
    (signal) => call("GET /v1/sessions", { query: { limit: SHOWN }, signal }),
    inputs,
    ["dictation"],
  );
  return (
    <aside>
      <div class="section-head">
        <h2>{recent}</h2>
        <a class="small" href="/app/history">
          {history}
        </a>
      </div>
      <Loaded of={sessions}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="second">{none}</p>
          ) : (
            <ul class="ledger">
              {data.map(({ id, title, created_at, word_count, app }) => (
                <li key={id}>
                  <a class="title" href={sessionAddress(id)}>
                    {title}
                  </a>
                  <span class="side-note">
                    <time dateTime={created_at}>{when(created_at)}</time>
                  </span>
                  <p class="facts">
                    {[dictate().words(word_count, String(word_count)), app].filter(Boolean).join(" · ")}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </aside>
  );
}
