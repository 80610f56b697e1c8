/** Has a CSV file read, says what it would change, and has it changed. */
import { useSignal } from "@preact/signals";
import { type Answer, call } from "../../client/api.ts";
import { type ApiFault, asFault } from "../../client/fault.ts";
import { words as messages } from "../../messages/words.ts";
import { Button } from "../../parts/button.tsx";
import { CancelButton, Dialog } from "../../parts/dialog.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { toast } from "../../parts/toasts.tsx";
import { number } from "../../state/format.ts";
import { TABLES, type TableName } from "./customizations.ts";

type Counts = Answer<"POST /v1/customizations/table">;

const MOST_FAULTS = 5;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const words = messages();
  const table = useSignal<TableName>("dictionary");
  const file = useSignal<File | null>(null);
  const counts = useSignal<Counts | null>(null);
  const fault = useSignal<ApiFault | null>(null);
  const isBusy = useSignal(false);
  /** All lines or none. */
  const send = async (dryRun: boolean) => {
    if (file.value === null) return null;
    isBusy.value = true;
    fault.value = null;
    try {
      const query = { table: table.value, dry_run: dryRun ? ("true" as const) : ("false" as const) };
      const body = new Blob([file.value], { type: "text/csv" });
      return await call("POST /v1/customizations/table", { query, body });
    } catch (error) {
      fault.value = asFault(error);
      return null;
    } finally {
      isBusy.value = false;
    }
  };
  const look = async () => {
    counts.value = null;
    counts.value = await send(true);
  };
  const apply = async () => {
    const done = await send(false);
    if (done === null) return;
    toast(words.imported(number(done.added + done.changed)));
    onClose();
  };
  const changes = (counts.value?.added ?? 0) + (counts.value?.changed ?? 0);
  const foot = (
    <>
      <CancelButton onClick={onClose} />
      <Button
        look="primary"
        text={words.import}
        disabled={changes === 0 || isBusy.value}
        aria-busy={isBusy.value}
        onClick={apply}
      />
    </>
  );
  return (
    <Dialog title={words.importTitle} onClose={onClose} foot={foot}>
      <div class="stack">
        <div class="field">
          <label for="table">{words.into}</label>
          <select
            class="select"
            id="table"
            value={table.value}
            onChange={({ currentTarget }) => {
              table.value = currentTarget.value as TableName;
              void look();
            }}
          >
            {TABLES.map((name) => (
              <option key={name} value={name}>
                {words[name]}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="csv">{words.file}</label>
          <p class="hint" id="csv-hint">
            {words.importHints[table.value]}
          </p>
          <input
            class="input"
            id="csv"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-describedby="csv-hint"
            onChange={({ currentTarget }) => {
              file.value = currentTarget.files?.[0] ?? null;
              void look();
            }}
          />
        </div>
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
        {issues.length > MOST_FAULTS && <li>{messages().moreLines(number(issues.length - MOST_FAULTS))}</li>}
      </ul>
    </div>
  );
}

function Preview({ counts: { added, changed, unchanged } }: { counts: Counts }) {
  const words = messages();
  if (added + changed + unchanged === 0) return <p>{words.nothingToImport}</p>;
  return (
    <p class="facts">
      <span>{words.willAdd(number(added))}</span>
      {changed > 0 && <span>{words.willChange(number(changed))}</span>}
      {unchanged > 0 && <span>{words.willStay(number(unchanged))}</span>}
    </p>
  );
}
