/** Reads a CSV file, says what it would change, and changes it. */
import { useSignal } from "@preact/signals";
import type { ApiFault } from "../../client/fault.ts";
import { asFault } from "../../client/fault.ts";
import { frame } from "../../messages/frame.ts";
import { words as messages } from "../../messages/words.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { FaultBanner } from "../../parts/fault.tsx";
import { toast } from "../../parts/toasts.tsx";
import { number } from "../../state/format.ts";
import { type Customizations, change } from "./change.ts";
import { type Import, type ImportFault, readImport } from "./read-import.ts";

const MOST_FAULTS = 5;

export interface ImportDialogProps {
  current: Customizations;
  onClose: () => void;
}

export function ImportDialog({ current, onClose }: ImportDialogProps) {
  const words = messages();
  const read = useSignal<Import | null>(null);
  const done = useSignal<number | null>(null);
  const fault = useSignal<ApiFault | null>(null);
  const choose = async (file: File | undefined) => {
    fault.value = null;
    read.value = file === undefined ? null : readImport(await file.text(), current);
  };
  const { operations, faults } = read.value ?? { operations: [], faults: [] };
  const isBusy = done.value !== null;
  const apply = async () => {
    done.value = 0;
    try {
      await change(operations, (count) => {
        done.value = count;
      });
      toast(words.imported(number(operations.length)));
      onClose();
    } catch (error) {
      fault.value = asFault(error);
    } finally {
      done.value = null;
    }
  };
  const foot = (
    <>
      <button type="button" class="button" onClick={onClose}>
        {frame().cancel}
      </button>
      <button
        type="button"
        class="button primary"
        disabled={operations.length === 0 || faults.length > 0 || isBusy}
        aria-busy={isBusy}
        onClick={() => void apply()}
      >
        {words.doImport}
      </button>
    </>
  );
  return (
    <Dialog title={words.importTitle} onClose={onClose} foot={foot}>
      <div class="stack">
        <div class="field">
          <label for="csv">{words.file}</label>
          <p class="hint" id="csv-hint">
            {words.importHint}
          </p>
          <input
            class="input"
            id="csv"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            aria-describedby="csv-hint"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </div>
        {fault.value && <FaultBanner fault={fault.value} />}
        <div role="status">{read.value && <Preview read={read.value} />}</div>
        {done.value !== null && (
          <div class="stack tight">
            <progress max={operations.length} value={done.value} aria-label={words.doImport} />
            <p class="quiet small">{words.importing(number(done.value), number(operations.length))}</p>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Preview({ read: { operations, added, changed, same, faults } }: { read: Import }) {
  const words = messages();
  if (faults.length > 0)
    return (
      <div class="banner wait">
        <span />
        <ul>
          {faults.slice(0, MOST_FAULTS).map((fault) => (
            <li key={fault.line}>{words.line(fault.line, textOf(fault))}</li>
          ))}
          {faults.length > MOST_FAULTS && <li>{words.moreFaults(number(faults.length - MOST_FAULTS))}</li>}
        </ul>
      </div>
    );
  if (operations.length + same === 0) return <p>{words.nothingToImport}</p>;
  return (
    <p class="facts">
      <span>{words.willAdd(number(added))}</span>
      {changed > 0 && <span>{words.willChange(number(changed))}</span>}
      <span>{words.willStay(number(same))}</span>
    </p>
  );
}

function textOf(fault: ImportFault): string {
  const words = messages();
  switch (fault.kind) {
    case "empty":
      return words.empty;
    case "columns":
      return words.noColumns;
    case "long":
      return words.tooLong(number(fault.most));
    case "csv":
      return fault.message;
  }
}
