/** Keys as a table; those that can be revoked have a button for it. */
import type { Schemas } from "../client/api.ts";
import { keys as words } from "../messages/keys.ts";
import { ago, capitalized, dateAndTime, timeLeft, when } from "../state/format.ts";
import { daysUntil, EXPIRES_SOON_DAYS } from "../state/key-expiry.ts";
import type { Act, Question } from "./acts.tsx";
import { Button } from "./button.tsx";
import { type Columns, Table } from "./table.tsx";

type ApiKey = Schemas["ApiKey"];

export interface KeyTableProps {
  caption: string;
  keys: readonly ApiKey[];
  /** Said where there are none. */
  none?: string;
  /** Left out if none is to be revoked. */
  onRevoke?: (key: ApiKey) => unknown;
  /** Left out if none is to be rotated. */
  onRotate?: (key: ApiKey) => unknown;
}

export function KeyTable({ caption, keys, none = "", onRevoke, onRotate }: KeyTableProps) {
  const columns: Columns<ApiKey> = [
    { head: words.name, cell: ({ name }) => name },
    { head: words.key, cell: (key) => <code>…{key.last_four}</code> },
    { head: words.may, cell: ({ scopes }) => scopes.map((scope) => words.scopes[scope]).join(", ") },
    { head: words.lastUsed, cell: ({ last_used_at: at }) => <LastUse at={at} /> },
    { head: words.ends, cell: (key) => <End of={key} /> },
    onRevoke && {
      head: words.acts,
      kind: "acts",
      cell: (key) => (
        <>
          {onRotate && key.replaced_by === null && (
            <Button
              look="small plain"
              text={words.rotate}
              label={words.rotateNamed(key.name)}
              onClick={() => void onRotate(key)}
            />
          )}
          <Button
            look="small destroy plain"
            text={words.revoke}
            label={words.revokeNamed(key.name)}
            onClick={() => void onRevoke(key)}
          />
        </>
      ),
    },
  ];
  return <Table airy caption={caption} columns={columns} rows={keys} none={none} />;
}

/** The question before a key is revoked, and the note after it. */
export function revoking(name: string): Act & { ask: Question } {
  const { revokeTitle, revokeText: text, revoke: act, revoked } = words;
  return { ask: { title: revokeTitle(name), text, act }, done: revoked(name) };
}

export function LastUse({ at }: { at: string | null }) {
  if (at === null) return <span class="quiet">{words.never}</span>;
  return (
    <time dateTime={at} title={dateAndTime(at)}>
      {ago(at)}
    </time>
  );
}

export function End({
  of: { state, expires_at: at, revoked_at: revokedAt },
}: {
  of: Pick<ApiKey, "state" | "expires_at" | "revoked_at">;
}) {
  if (state === "revoked") return <span class="quiet">{`${words.isRevoked}, ${when(revokedAt ?? "")}`}</span>;
  if (state === "expired") return <span class="quiet">{`${words.isExpired}, ${when(at ?? "")}`}</span>;
  if (at === null) return <span>{words.never}</span>;
  return daysUntil(at) > EXPIRES_SOON_DAYS ? (
    <time dateTime={at} title={dateAndTime(at)}>
      {when(at)}
    </time>
  ) : (
    <time dateTime={at} title={dateAndTime(at)} class="badge wait">
      {capitalized(timeLeft(at))}
    </time>
  );
}
