/** Has a CSV file read, says what it would change, and has it changed. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../../client/api.ts";
import type { ApiFault } from "../../client/fault.ts";
import { words } from "../../messages/words.ts";
import { Dialog, toast } from "../../parts/acts.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { SelectField, TableFileField } from "../../parts/form.tsx";
import { useAttempt } from "../../state/attempt.ts";
import { number } from "../../state/format.ts";
import { TABLES, type TableName } from "./customizations.ts";

type Counts = Answer<"POST /v1/customizations/table">;

const MOST_FAULTS = 5;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const table = useSignal<TableName>("dictionary");
  const file = useSignal<File | null>(null);
  const counts = useSignal<Counts | null>(null);
  const { isBusy, fault, attempt } = useAttempt();
  /** All lines or none. */
  const send = (dryRun: "true" | "false") => {
    const body = new Blob(file.value === null ? [] : [file.value], { type: "text/csv" });
    return call("POST /v1/customizations/table", { query: { table: table.value, dry_run: dryRun }, body });
  };
  const look = () =>
    attempt(async () => {
      counts.value = null;
      if (file.value !== null) counts.value = await send("true");
    });
  const apply = () =>
    attempt(async () => {
      const done = await send("false");
      toast(words.imported(number(done.added + done.changed)));
      onClose();
    });
  const changes = (counts.value?.added ?? 0) + (counts.value?.changed ?? 0);
  const act = {
    text: words.import,
    disabled: changes === 0 || isBusy.value,
    "aria-busy": isBusy.value,
    onClick: apply,
  };
  return (
    <Dialog title={words.importTitle} onClose={onClose} act={act}>
      <div class="stack">
        <SelectField
          name="table"
          label={words.into}
          value={table.value}
          options={TABLES.map((name) => ({ value: name, label: words[name] }))}
          onChange={(name) => {
            table.value = name as TableName;
            void look();
          }}
        />
        <TableFileField
          label={words.file}
          hint={words.importHints[table.value]}
          onChoose={(chosen) => {
            file.value = chosen;
            void look();
          }}
        />
        {fault.value && <Faults fault={fault.value} />}
        <div role="status">{counts.value && <Preview counts={counts.value} />}</div>
      </div>
    </Dialog>
  );
}

/** Each line that cannot be taken, as the server names it. */
function Faults({ fault }: { fault: ApiFault }) {
  const { issues } = fault;
  if (issues.length === 0) return <FaultBanner fault={fault} />;
  return (
    <div class="banner wait" role="alert">
      <span />
      <ul>
        {issues.slice(0, MOST_FAULTS).map(({ param, message }) => (
          <li key={param}>{`${param}: ${message}`}</li>
        ))}
        {issues.length > MOST_FAULTS && <li>{words.moreLines(number(issues.length - MOST_FAULTS))}</li>}
      </ul>
    </div>
  );
}

function Preview({ counts: { added, changed, unchanged } }: { counts: Counts }) {
  if (added + changed + unchanged === 0) return <p>{words.nothingToImport}</p>;
  return (
    <p class="facts">
      <span>{words.willAdd(number(added))}</span>
      {changed > 0 && <span>{words.willChange(number(changed))}</span>}
      {unchanged > 0 && <span>{words.willStay(number(unchanged))}</span>}
    </p>
  );
}
