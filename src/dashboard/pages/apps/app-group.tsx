import type { Schemas } from "../../client/api.ts";
import { apps as words } from "../../messages/apps.ts";
import { Button } from "../../parts/button.tsx";
import { ago, date } from "../../state/format.ts";
import { type GrantGroup, nameOfApp } from "./group-grants.ts";

type Grant = Schemas["Grant"];

export interface AppGroupProps {
  grants: GrantGroup;
  onTakeBack: (grant: Grant) => unknown;
}

export function AppGroup({ grants, onTakeBack }: AppGroupProps) {
  const [first] = grants;
  const { kind, name } = first.place;
  return (
    <section class="stack tight">
      <div>
        <h2>{nameOfApp(first)}</h2>
        <p class="quiet small">{words.claimed(kind === "loopback" ? words.local : name)}</p>
      </div>
      <ul class="ledger">
        {grants.map((grant) => (
          <GrantLine key={grant.id} grant={grant} onTakeBack={onTakeBack} />
        ))}
      </ul>
    </section>
  );
}

function GrantLine({ grant, onTakeBack }: { grant: Grant; onTakeBack: AppGroupProps["onTakeBack"] }) {
  const { scopes, resources, created_at: created, last_used_at: used } = grant;
  const since = words.since(date(created));
  const may = words.may[[...scopes].sort().join(" ") as keyof typeof words.may] ?? scopes.join(", ");
  const on = resources.map((resource) => words.on[resource as keyof typeof words.on] ?? resource);
  return (
    <li>
      <div>
        <strong>{may}</strong>
        <p class="facts">
          <span>{on.join(", ")}</span> <span>{since}</span>{" "}
          <span>{used === null ? words.unused : words.used(ago(used))}</span>
        </p>
      </div>
      <Button
        look="small destroy plain"
        text={words.takeBack}
        label={words.takeBackNamed(nameOfApp(grant), since)}
        onClick={() => void onTakeBack(grant)}
      />
    </li>
  );
}
