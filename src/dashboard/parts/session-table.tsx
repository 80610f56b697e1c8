/** Browsers in which somebody is logged in. */
import type { Schemas } from "../client/api.ts";
import { you as words } from "../messages/you.ts";
import { ago, dateAndTime } from "../state/format.ts";
import { Button } from "./button.tsx";
import { type Columns, Table } from "./table.tsx";

type Session = Schemas["BrowserSession"];

/** The server says it in English: a browser, on a system if that is known. */
function deviceName(device: string): string {
  const [told = "", system] = device.split(" on ");
  const browser = told === "Unknown browser" ? words.unknownBrowser : told;
  return system === undefined ? browser : words.deviceOn(browser, system);
}

export interface SessionTableProps {
  sessions: readonly Session[];
  /** Said where there are none. */
  none?: string;
  /** Left out if none is to be ended. */
  onEnd?: (session: Session) => unknown;
}

export function SessionTable({ sessions, none = "", onEnd }: SessionTableProps) {
  const columns: Columns<Session> = [
    { head: words.device, cell: ({ device }) => deviceName(device) },
    { head: words.address, cell: ({ address }) => <code>{address}</code> },
    { head: words.loggedIn, cell: ({ created_at: at }) => dateAndTime(at) },
    { head: words.lastUsed, cell: ({ last_seen_at: at }) => ago(at) },
    {
      head: words.acts,
      kind: "acts",
      cell: (session) =>
        session.current ? (
          <span class="badge good">{words.here}</span>
        ) : onEnd === undefined ? null : (
          <Button
            look="small destroy plain"
            text={words.end}
            label={words.endNamed(deviceName(session.device), dateAndTime(session.created_at))}
            onClick={() => void onEnd(session)}
          />
        ),
    },
  ];
  return <Table airy caption={words.sessionsTitle} columns={columns} rows={sessions} none={none} />;
}
