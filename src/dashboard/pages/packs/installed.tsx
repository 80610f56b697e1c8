/** Installed packs: what each is used for, verified and removed. */
import { call, type Schemas } from "../../client/api.ts";
import { packWords as words } from "../../messages/packs.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { newestTask, type Task } from "../../parts/task.tsx";
import { ago, bytes } from "../../state/format.ts";
import { languagesText } from "./language-names.ts";

type Packs = Schemas["InstalledPackList"];
type Pack = Packs["data"][number];

interface InstalledPacksProps {
  packs: Packs;
  tasks: readonly Task[] | null;
  mayChange: boolean;
  onChanged: () => Promise<void>;
}

export function InstalledPacks({ packs, tasks, mayChange, onChanged }: InstalledPacksProps) {
  const { data, unusable } = packs;
  const columns: Columns<Pack> = [
    { head: words.pack, cell: ({ id }) => id },
    { head: words.hears, cell: ({ languages }) => languagesText(languages) || words.anyLanguage },
    { head: words.usedFor, cell: ({ used_for: used }) => languagesText(used) || "–" },
    { head: words.size, kind: "number", cell: (pack) => bytes(pack.bytes) },
    { head: words.licence, cell: ({ licence }) => licence },
    { head: words.state, cell: (pack) => <State pack={pack} tasks={tasks} /> },
    mayChange && {
      head: words.acts,
      kind: "acts",
      cell: (pack) => <Acts pack={pack} onChanged={onChanged} />,
    },
  ];
  return (
    <Section title={words.installed}>
      <Table caption={words.installed} columns={columns} rows={data} />
      {unusable.map(({ folder, problem }) => (
        <p key={folder} class="attention">
          {words.unusable}: {problem}
        </p>
      ))}
    </Section>
  );
}

function State({ pack, tasks }: { pack: Pack; tasks: readonly Task[] | null }) {
  const { state, is_default: isDefault, builtin } = pack;
  const verification = newestTask(tasks, "pack_verification", pack.id);
  return (
    <span class="row">
      <span class={state === "set_aside" ? "state wait" : state === "loaded" ? "state good" : "state"}>
        {words.states[state]}
      </span>
      {isDefault && <span class="badge good">{words.default}</span>}
      {builtin && <span class="badge">{words.builtin}</span>}
      {verification?.state === "succeeded" && verification.ended_at !== null && (
        <span class="second small">{words.compared(ago(verification.ended_at))}</span>
      )}
    </span>
  );
}

function Acts({ pack: { id, builtin }, onChanged }: { pack: Pack; onChanged: () => Promise<void> }) {
  const path = { pack: id };
  const verify = () =>
    perform(() => call("POST /v1/administration/packs/{pack}/verify", { path }), { done: words.verifying });
  const remove = () =>
    perform(() => call("DELETE /v1/administration/packs/{pack}", { path }), {
      ask: { title: words.removeTitle(id), text: words.removeText, act: words.remove },
      done: words.removed(id),
      after: onChanged,
    });
  return (
    <>
      <Button look="small plain" text={words.verify} of={id} onClick={verify} />
      {!builtin && <Button look="small plain destroy" text={words.remove} of={id} onClick={remove} />}
    </>
  );
}
