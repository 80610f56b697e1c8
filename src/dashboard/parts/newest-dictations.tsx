/** The newest dictations of the history, each with its facts. */
import { call } from "../client/api.ts";
import type { SessionList } from "../client/session.ts";
import { home } from "../messages/home.ts";
import { duration, when } from "../state/format.ts";
import { takeNewestSessions } from "../state/newest-sessions.ts";
import { useResource } from "../state/resource.ts";
import { searchFragment } from "../state/searched.ts";
import { Link } from "./button.tsx";
import { Loaded } from "./page.tsx";

export function historyAddress({ query = "", session = "" }: { query?: string; session?: string }): string {
  const opened = session && `?${new URLSearchParams({ session })}`;
  return `/app/history${opened}${searchFragment(query)}`;
}

/** Where a dictation is opened: beside the history, which a search may narrow. */
export function sessionAddress(id: string, query = ""): string {
  return historyAddress({ query, session: id });
}

function firstOf(list: SessionList | null, shown: number): SessionList | null {
  return list && { ...list, data: list.data.slice(0, shown) };
}

interface NewestDictationsProps {
  shown: number;
  /** If there are none. */
  none: string;
  /** Fetched anew when one of these changes. */
  inputs?: readonly unknown[];
}

export function NewestDictations({ shown, none, inputs = [] }: NewestDictationsProps) {
  const sessions = useResource(
    (signal) => call("GET /v1/sessions", { query: { limit: shown }, signal }),
    [shown, ...inputs],
    ["dictation"],
    () => firstOf(takeNewestSessions(), shown),
  );
  return (
    <Loaded of={sessions} none={none}>
      {({ data }) => (
        <ul class="ledger">
          {data.map(({ id, title, preview, created_at, app, word_count, duration_seconds }) => (
            <li key={id}>
              <Link
                look="title"
                text={preview.length > title.length ? `${title}…` : title}
                href={sessionAddress(id)}
              />
              <time class="side-note" dateTime={created_at}>
                {when(created_at)}
              </time>
              <div class="facts">
                <span>{home.words(word_count)}</span>
                {duration_seconds !== null && <span>{duration(duration_seconds)}</span>}
                {app !== null && <span>{app}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
