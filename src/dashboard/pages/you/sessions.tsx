/** Browsers in which the person is logged in. */
import { call, type Schemas } from "../../client/api.ts";
import { you } from "../../messages/you.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";
import { ago, dateAndTime } from "../../state/format.ts";
import { useResource } from "../../state/resource.ts";

type Session = Schemas["BrowserSession"];

export function Sessions() {
  const words = you();
  const list = useResource((signal) => call("GET /v1/browser-sessions", { signal }));
  const act = async (work: Promise<unknown>, done: string) => {
    await work.then(() => toast(done), toastFault);
    await list.reload();
  };
  const end = ({ id }: Session) =>
    act(
      call("DELETE /v1/browser-sessions/{browser_session}", { path: { browser_session: id } }),
      words.ended,
    );
  const hasOthers = list.data.value?.data.some(({ current }) => !current);
  return (
    <section class="stack tight">
      <div class="section-head">
        <h2>{words.sessionsTitle}</h2>
        {hasOthers && (
          <button
            type="button"
            class="button small destroy"
            onClick={() => void act(call("DELETE /v1/browser-sessions"), words.othersEnded)}
          >
            {words.endOthers}
          </button>
        )}
      </div>
      <p class="second">{words.sessionsLead}</p>
      <Loaded of={list}>{({ data }) => <SessionTable sessions={data} onEnd={end} />}</Loaded>
    </section>
  );
}

interface SessionTableProps {
  sessions: readonly Session[];
  onEnd: (session: Session) => unknown;
}

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  const words = you();
  const columns: Column<Session>[] = [
    { key: "device", head: words.device, cell: ({ device }) => device },
    { key: "address", head: words.address, cell: ({ address }) => <code>{address}</code> },
    { key: "begun", head: words.loggedIn, cell: ({ created_at: at }) => dateAndTime(at) },
    { key: "seen", head: words.lastSeen, cell: ({ last_seen_at: at }) => ago(at) },
    {
      key: "acts",
      head: words.acts,
      kind: "acts",
      cell: (session) =>
        session.current ? (
          <span class="badge good">{words.here}</span>
        ) : (
          <button
            type="button"
            class="button small destroy"
            aria-label={words.endNamed(session.device, dateAndTime(session.created_at))}
            onClick={() => void onEnd(session)}
          >
            {words.end}
          </button>
        ),
    },
  ];
  return <Table caption={words.sessionsTitle} columns={columns} rows={sessions} keyOf={({ id }) => id} />;
}
