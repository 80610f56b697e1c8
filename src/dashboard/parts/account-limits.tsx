/** The limits of one account, what decides each, and own limits in place of the plan's. */
import { useSignal } from "@preact/signals";
import { call, type Schemas } from "../client/api.ts";
import { installation as words } from "../messages/installation.ts";
import { number } from "../state/format.ts";
import { me } from "../state/me.ts";
import { useCall } from "../state/resource.ts";
import { setting } from "../state/signals.ts";
import { orToast, toast } from "./acts.tsx";
import { Button } from "./button.tsx";
import { Loaded, Section } from "./page.tsx";
import { SetLimit } from "./set-limit.tsx";
import { actColumn, type Columns, Table } from "./table.tsx";

type Limit = Schemas["AccountLimits"]["limits"][number];

/** Nothing is shown to those who may not read limits. */
export function AccountLimits({ account }: { account: string }) {
  const permissions = me.data.value?.server_permissions ?? [];
  if (!permissions.includes("limits.read")) return null;
  return <Limits account={account} mayChange={permissions.includes("limits.change")} />;
}

function Limits({ account, mayChange }: { account: string; mayChange: boolean }) {
  const isOpen = useSignal(false);
  const limits = useCall("GET /v1/administration/limits/{account}", { path: { account } });
  const clear = ({ name }: Limit) =>
    orToast(async () => {
      const path = { account, limit: name };
      limits.data.value = await call("DELETE /v1/administration/limits/{account}/{limit}", { path });
      toast(words.limitSet);
    });
  return (
    <Section
      title={words.tabs.limits}
      beside={mayChange && <Button look="small" text={words.setLimit} onClick={setting(isOpen, true)} />}
    >
      <Loaded of={limits}>
        {({ limits: rows }) => <LimitTable rows={rows} {...(mayChange && { onClear: clear })} />}
      </Loaded>
      {isOpen.value && (
        <SetLimit
          account={account}
          onClose={() => {
            isOpen.value = false;
            void limits.reload();
          }}
        />
      )}
    </Section>
  );
}

function LimitTable({ rows, onClear }: { rows: Limit[]; onClear?: (limit: Limit) => Promise<void> }) {
  const columns: Columns<Limit> = [
    { head: words.limit, cell: ({ name }) => words.limitNames[name] },
    {
      head: words.value,
      kind: "number",
      cell: ({ value }) => (value === "unlimited" ? words.unlimited : number(value)),
    },
    { head: words.decidedBy, cell: ({ source }) => words.limitSources[source] },
    onClear &&
      rows.some(({ source }) => source === "account") &&
      actColumn(
        words.clear,
        (limit) =>
          limit.source === "account" && {
            look: "small plain",
            text: words.clear,
            of: words.limitNames[limit.name],
            onClick: () => onClear(limit),
          },
      ),
  ];
  return <Table caption={words.tabs.limits} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}
