/** The processes that recognize, the packs that they hold, and those that could not be loaded. */
import { call, type Schemas } from "../../client/api.ts";
import { recognitionWords as words } from "../../messages/recognition.ts";
import { perform } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { Section } from "../../parts/page.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { TableSection } from "../../parts/table-section.tsx";
import { bytes, number } from "../../state/format.ts";

type Engine = Schemas["AdministeredRecognition"]["engine"];
type Process = Engine["processes"][number];
type Pack = Engine["packs"][number];

interface EnginesProps {
  engine: Engine;
  mayChange: boolean;
  onChanged: () => Promise<void>;
}

export function Engines({ engine, mayChange, onChanged }: EnginesProps) {
  const { gpu_memory: gpu } = engine;
  return (
    <>
      <Section
        title={words.engines}
        beside={
          <span class="second small">
            {words.memoryUsed(bytes(engine.memory_bytes), bytes(engine.memory_budget_bytes))}
            {gpu !== null && ` · ${words.gpuMemory(bytes(gpu.used_bytes), bytes(gpu.total_bytes))}`}
          </span>
        }
      >
        {engine.problem !== null && <p class="attention">{engine.problem}</p>}
        <Processes engine={engine} />
      </Section>
      <Packs packs={engine.packs} />
      {engine.quarantined.length > 0 && (
        <SetAside packs={engine.quarantined} mayChange={mayChange} onChanged={onChanged} />
      )}
    </>
  );
}

function State({ state }: { state: string }) {
  const states: Record<string, string> = words.states;
  return <span class={state === "ready" ? "state good" : "state wait"}>{states[state] ?? state}</span>;
}

function Processes({ engine: { processes, provider, device } }: { engine: Engine }) {
  const uses: Record<string, string> = words.uses;
  const runsOn = provider === "cpu" ? words.cpu : (device ?? words.gpu);
  const columns: Columns<Process> = [
    { head: words.process, cell: ({ pid }) => pid ?? "–" },
    { head: words.state, cell: ({ state }) => <State state={state} /> },
    { head: words.for, cell: ({ lane }) => uses[lane] ?? lane },
    { head: words.on, cell: () => runsOn },
    {
      head: words.memory,
      kind: "number",
      cell: ({ memory_bytes: used }) => (used === null ? "–" : bytes(used)),
    },
    { head: words.restarts, kind: "number", cell: ({ restarts }) => number(restarts) },
  ];
  return (
    <Table
      caption={words.engines}
      columns={columns}
      rows={processes}
      keyOf={({ pid, lane }) => `${pid} ${lane}`}
    />
  );
}

function Packs({ packs }: { packs: Pack[] }) {
  const columns: Columns<Pack> = [
    { head: words.pack, cell: ({ id }) => id },
    { head: words.state, cell: ({ state }) => <State state={state} /> },
    { head: words.recordings, kind: "number", cell: ({ recordings }) => number(recordings) },
    {
      head: words.memory,
      kind: "number",
      cell: ({ memory_bytes: used }) => (used === 0 ? "–" : bytes(used)),
    },
  ];
  return <TableSection title={words.packs} columns={columns} rows={packs} none={words.noPacks} />;
}

function SetAside({
  packs,
  mayChange,
  onChanged,
}: {
  packs: Engine["quarantined"];
  mayChange: boolean;
  onChanged: () => Promise<void>;
}) {
  const retry = () =>
    perform(() => call("POST /v1/administration/recognition/retry", {}), {
      done: words.triedAgain,
      after: onChanged,
    });
  const columns: Columns<(typeof packs)[number]> = [
    { head: words.pack, cell: ({ id }) => id },
    { head: words.reason, cell: ({ problem }) => problem },
  ];
  return (
    <Section
      title={words.aside}
      beside={mayChange && <Button look="small" text={words.retry} onClick={retry} />}
    >
      <p class="second">{words.asideText}</p>
      <Table caption={words.aside} columns={columns} rows={packs} />
    </Section>
  );
}
