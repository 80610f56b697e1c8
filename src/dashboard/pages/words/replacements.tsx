import { useSignal } from "@preact/signals";
import { words } from "../../messages/words.ts";
import { CancelButton, Dialog, toast } from "../../parts/acts.tsx";
import { Button } from "../../parts/button.tsx";
import { AreaField, Form, TextField } from "../../parts/form.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { into, setting } from "../../state/signals.ts";
import type { ApplyOperations, Operation, TableProps } from "./customizations.ts";
import { RemoveButton } from "./dictionary.tsx";

interface Replacement {
  from: string;
  to: string;
}

type ReplacementsProps = TableProps & { replacements: readonly Replacement[] };

export function Replacements({ replacements, onChange, onRemove }: ReplacementsProps) {
  const open = useSignal<Replacement | null>(null);
  const edit = into(open);
  const remove = ({ from, to }: Replacement) =>
    onRemove(from, { type: "replacement_remove", from }, { type: "replacement_set", from, to });
  const columns: Columns<Replacement> = [
    { head: words.from, cell: ({ from }) => from },
    { head: words.to, cell: ({ to }) => <span class="as-written">{to}</span> },
    {
      head: words.acts,
      kind: "acts",
      cell: (replacement) => (
        <>
          <Button
            look="small icon-only plain"
            icon="pen"
            label={words.change(replacement.from)}
            onClick={() => edit(replacement)}
          />
          <RemoveButton what={replacement.from} onRemove={() => remove(replacement)} />
        </>
      ),
    },
  ];
  return (
    <section class="stack tight" aria-labelledby="replacements">
      <div class="section-head">
        <h2 id="replacements">{words.replacements}</h2>
        <Button
          look="small"
          icon="plus"
          text={words.newReplacement}
          onClick={() => edit({ from: "", to: "" })}
        />
      </div>
      <Table
        airy
        caption={words.replacements}
        columns={columns}
        rows={replacements.toReversed()}
        keyOf={({ from }) => from}
        none={words.noReplacements}
      />
      {open.value && (
        <ReplacementDialog replacement={open.value} onChange={onChange} onClose={setting(open, null)} />
      )}
    </section>
  );
}

interface ReplacementDialogProps {
  replacement: Replacement;
  onChange: ApplyOperations;
  onClose: () => void;
}

function ReplacementDialog({ replacement, onChange, onClose }: ReplacementDialogProps) {
  const isNew = replacement.from === "";
  const save = async (fields: FormData) => {
    const from = String(fields.get("from")).trim();
    // Browsers send line breaks as CRLF.
    const to = String(fields.get("to")).replaceAll("\r\n", "\n");
    const operations: Operation[] = [{ type: "replacement_set", from, to }];
    if (!isNew && from !== replacement.from)
      operations.unshift({ type: "replacement_remove", from: replacement.from });
    await onChange(...operations);
    toast(words.saved);
    onClose();
  };
  return (
    <Dialog title={isNew ? words.newReplacement : words.changeReplacement} onClose={onClose}>
      <Form submit={words.save} onSubmit={save} others={<CancelButton onClick={onClose} />}>
        <TextField name="from" label={words.from} value={replacement.from} autocomplete="off" required />
        <AreaField name="to" label={words.to} value={replacement.to} />
      </Form>
    </Dialog>
  );
}
