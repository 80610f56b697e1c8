/** Has a table of people read, says what would become of each line, and has it imported. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../../client/api.ts";
import { peopleImport as words } from "../../messages/people-import.ts";
import { Dialog } from "../../parts/acts.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { Check, TableFileField } from "../../parts/form.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { useAttempt } from "../../state/attempt.ts";
import { number } from "../../state/format.ts";
import { into } from "../../state/signals.ts";

type Report = Answer<"POST /v1/administration/people/import/check">;
type Line = Report["lines"][number];

/** Of the lines that are shown; those that cannot be taken come first. */
const SHOWN = 100;

export function ImportPeople({
  onClose,
  onStarted,
}: {
  onClose: () => void;
  onStarted: (taskId: string) => void;
}) {
  const file = useSignal<File | null>(null);
  const byMail = useSignal(false);
  const report = useSignal<Report | null>(null);
  const { isBusy, fault, attempt } = useAttempt();
  const table = () => new Blob(file.value === null ? [] : [file.value], { type: "text/csv" });
  const check = () =>
    attempt(async () => {
      report.value = null;
      if (file.value === null) return;
      report.value = await call("POST /v1/administration/people/import/check", { body: table() });
    });
  const start = () =>
    attempt(async () => {
      const query = { mail: byMail.value ? ("true" as const) : ("false" as const) };
      const { id } = await call("POST /v1/administration/people/import", { query, body: table() });
      onStarted(id);
    });
  const counts = report.value;
  const isReady = counts !== null && counts.faults === 0 && counts.added + counts.joined > 0;
  const act = {
    text: words.import,
    disabled: !isReady || isBusy.value,
    "aria-busy": isBusy.value,
    onClick: start,
  };
  return (
    <Dialog title={words.title} onClose={onClose} act={act}>
      <div class="stack">
        <TableFileField
          label={words.file}
          hint={words.hint}
          onChoose={(chosen) => {
            file.value = chosen;
            void check();
          }}
        />
        <Check name="mail" label={words.byMail} checked={byMail.value} onChange={into(byMail)} />
        {fault.value && <FaultBanner fault={fault.value} />}
        <div role="status">{counts && <Counts report={counts} />}</div>
        {counts && <Lines lines={counts.lines} />}
      </div>
    </Dialog>
  );
}

function Counts({ report: { added, joined, unchanged, faults } }: { report: Report }) {
  return (
    <>
      {faults > 0 && <p class="attention">{words.faults(faults, number(faults))}</p>}
      <p class="facts">
        <span>{words.willAdd(number(added))}</span>
        <span>{words.willJoin(number(joined))}</span>
        <span>{words.willStay(number(unchanged))}</span>
      </p>
    </>
  );
}

function Lines({ lines }: { lines: Line[] }) {
  const isFault = ({ outcome }: Line) => outcome === "fault";
  const ordered = [...lines.filter(isFault), ...lines.filter((line) => !isFault(line))];
  const columns: Columns<Line> = [
    { head: words.line, kind: "number", cell: ({ line }) => number(line) },
    { head: words.address, cell: ({ email }) => email ?? "–" },
    { head: words.outcome, cell: ({ outcome, message }) => message ?? words.outcomes[outcome] },
  ];
  return (
    <>
      <Table
        caption={words.lines}
        columns={columns}
        rows={ordered.slice(0, SHOWN)}
        keyOf={({ line, outcome }) => `${line} ${outcome}`}
      />
      {lines.length > SHOWN && <p class="second">{words.moreLines(number(lines.length - SHOWN))}</p>}
    </>
  );
}
