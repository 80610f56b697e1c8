/** The history of dictations: by day, searched, opened, deleted. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { requestLimits } from "../../../config/limits/requests.ts";
import { call } from "../../client/api.ts";
import { onServerEvent } from "../../client/events.ts";
import { historyWords as words } from "../../messages/history.ts";
import { titles } from "../../messages/titles.ts";
import { perform, toast } from "../../parts/acts.tsx";
import { Attention } from "../../parts/attention.tsx";
import { Button, Link } from "../../parts/button.tsx";
import { historyAddress } from "../../parts/newest-dictations.tsx";
import { Empty, Loaded, Page } from "../../parts/page.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { dayAfter } from "../../state/days.ts";
import { number } from "../../state/format.ts";
import { me } from "../../state/me.ts";
import { useCall } from "../../state/resource.ts";
import { searchedFor } from "../../state/searched.ts";
import { NoHistory, Retention } from "./retention.tsx";
import { SessionDrawer } from "./session-drawer.tsx";
import { SessionList } from "./session-list.tsx";
import { SessionPages } from "./session-pages.ts";

export default function History() {
  const person = me.data.value;
  if (person === null)
    return (
      <Page bare title={titles.history}>
        <Loaded of={me}>{() => null}</Loaded>
      </Page>
    );
  return person.history_available ? <SessionHistory /> : <HistoryOff />;
}

/** Organizations decide it; the person reads who did. */
function HistoryOff() {
  return (
    <Page bare title={titles.history}>
      <Empty title={words.offTitle}>
        <p class="second">
          <NoHistory />
        </p>
        <p class="second">{words.offText}</p>
        <DictateLink />
      </Empty>
    </Page>
  );
}

function SessionHistory() {
  const { query: place, route } = useLocation();
  const { session } = place as { session?: string };
  const query = searchedFor();
  const until = useSignal("");
  const erasures = useSignal(0);
  const sessions = useMemo(
    () => new SessionPages({ ...(query && { query }), ...(until.value && { until: dayAfter(until.value) }) }),
    [query, until.value, erasures.value],
  );
  useEffect(() => {
    void sessions.more();
    const silence =
      query || until.value
        ? () => {}
        : onServerEvent(["dictation"], ({ data }) => {
            if (data !== null && "change" in data && data.change === "corrected" && "session_id" in data)
              void sessions.refreshOne(data.session_id);
            else void sessions.refresh();
          });
    return () => {
      silence();
      sessions.stop();
    };
  }, [sessions]);
  // While another search is under way its list is not there yet: the one before stays.
  const last = useRef(sessions);
  if (sessions.pages.value.length > 0 || sessions.isComplete.value || sessions.fault.value)
    last.current = sessions;
  const { isEmpty, fault } = last.current;
  // If a text opens or closes, none of the rows is drawn again.
  const list = useMemo(() => <SessionList sessions={last.current} query={query} />, [last.current, query]);
  // From where the browser is by then: a search begins a moment after the last key, and a text may have been opened meanwhile.
  const goTo = (changed: { query?: string; session?: string }) => {
    const opened = new URLSearchParams(location.search).get("session") ?? "";
    route(historyAddress({ query: searchedFor(), session: opened, ...changed }), true);
  };
  const actions = (
    <EraseAll isIdle={isEmpty.value && query === "" && until.value === ""} onDone={() => erasures.value++} />
  );
  return (
    <Page bare title={titles.history} lead={words.lead} actions={actions}>
      <div class="stack">
        <div class="row loose history-filters">
          <SearchField
            label={words.search}
            maxLength={requestLimits.searchQueryChars}
            query={query}
            onSearch={(wanted) => goTo({ query: wanted })}
          />
          <DayField onChoose={(day) => (until.value = day)} />
        </div>
        {me.data.value?.privacy_mode && (
          <p class="second">
            <Retention />
          </p>
        )}
        {isEmpty.value ? (
          <NoSessions
            query={query}
            isFiltered={query !== "" || until.value !== ""}
            onClear={() => goTo({ query: "" })}
          />
        ) : fault.value?.code === "invalid_request" && query !== "" ? (
          <Attention role="status" text={words.noMeaning} />
        ) : (
          list
        )}
      </div>
      {session && (
        <SessionDrawer key={session} id={session} query={query} onClose={() => goTo({ session: "" })} />
      )}
    </Page>
  );
}

function DayField({ onChoose }: { onChoose: (day: string) => void }) {
  return (
    <label class="row small second">
      {words.until}
      <input
        class="input history-date"
        type="date"
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    </label>
  );
}

interface NoSessionsProps {
  query: string;
  isFiltered: boolean;
  onClear: () => void;
}

function NoSessions({ query, isFiltered, onClear }: NoSessionsProps) {
  const organizations = useCall("GET /v1/organizations");
  const kept = (organizations.data.value?.data ?? []).filter(({ policy }) => policy.retention_days !== null);
  const days = Math.min(...kept.map(({ policy }) => policy.retention_days ?? Number.POSITIVE_INFINITY));
  const deciding = kept.filter(({ policy }) => policy.retention_days === days).map(({ name }) => name);
  if (isFiltered)
    return (
      <Empty title={words.nothingFoundTitle}>
        {query !== "" && <p class="second">{words.noMatch(query)}</p>}
        {query !== "" && <Button text={words.clearSearch} onClick={onClear} />}
      </Empty>
    );
  return (
    <Empty title={words.emptyTitle}>
      <p class="second">
        {words.empty} {kept.length > 0 && words.keptFor(days, number(days), deciding)}
      </p>
      <DictateLink />
    </Empty>
  );
}

function DictateLink() {
  return <Link look="button primary" icon="mic" text={words.dictate} href="/app/dictate" />;
}

function EraseAll({ isIdle, onDone }: { isIdle: boolean; onDone: () => void }) {
  const isBusy = useSignal(false);
  const erase = () =>
    perform(
      async () => {
        const { sessions } = await call("DELETE /v1/sessions");
        toast(words.erased(sessions, number(sessions)));
      },
      {
        ask: { title: words.eraseAllTitle, text: words.eraseAllText, act: words.eraseAllAct },
        busy: isBusy,
        after: onDone,
      },
    );
  return (
    <Button
      look="small destroy plain"
      icon="trash"
      text={words.eraseAll}
      disabled={isIdle || isBusy.value}
      aria-busy={isBusy.value}
      onClick={erase}
    />
  );
}
