/** Limits of single accounts and of groups of the directory. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../../client/api.ts";
import { installation as words } from "../../messages/installation.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Loaded } from "../../parts/page.tsx";
import { SetLimit } from "../../parts/set-limit.tsx";
import { actColumn, type Columns, Table } from "../../parts/table.tsx";
import { number } from "../../state/format.ts";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";

type Account = Answer<"GET /v1/administration/limits">["data"][number];
type Name = keyof (typeof words)["limitNames"];
interface Limit {
  account: Account;
  name: string;
  value: number | "unlimited";
}

const GROUP = "group:";

export function Limits({ canChange }: { canChange: boolean }) {
  const isOpen = useSignal(false);
  const list = useCall("GET /v1/administration/limits");
  const clear = ({ account, name }: Limit) => {
    const path = { account: account.account_id, limit: name as Name };
    return perform(() => call("DELETE /v1/administration/limits/{account}/{limit}", { path }), {
      done: words.limitSet,
      after: list.reload,
    });
  };
  const names: Record<string, string> = words.limitNames;
  const columns: Columns<Limit> = [
    { head: words.account, cell: ({ account }) => accountText(account) },
    { head: words.limit, cell: ({ name }) => names[name] ?? name },
    {
      head: words.value,
      kind: "number",
      cell: ({ value }) => (value === "unlimited" ? words.unlimited : number(value)),
    },
    canChange &&
      actColumn(words.clear, (limit) => ({
        look: "small plain",
        text: words.clear,
        label: `${words.clear}: ${accountText(limit.account)}, ${names[limit.name] ?? limit.name}`,
        onClick: () => clear(limit),
      })),
  ];
  return (
    <>
      <div class="row spread">
        <p class="second">{words.limitsLead}</p>
        {canChange && <Button look="small" text={words.setLimit} onClick={setting(isOpen, true)} />}
      </div>
      <Loaded of={list} none={words.noLimits}>
        {({ data }) => (
          <Table
            caption={words.tabs.limits}
            columns={columns}
            rows={data.flatMap((account) => account.limits.map((limit): Limit => ({ account, ...limit })))}
            keyOf={({ account, name }) => `${account.account_id} ${name}`}
          />
        )}
      </Loaded>
      {isOpen.value && (
        <SetLimit
          onClose={() => {
            isOpen.value = false;
            void list.reload();
          }}
        />
      )}
    </>
  );
}

function accountText({ account_id: id, account_name: name }: Account): string {
  return id.startsWith(GROUP) ? words.group(id.slice(GROUP.length)) : (name ?? id);
}
