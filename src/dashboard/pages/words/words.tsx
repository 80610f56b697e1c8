/** A person's rules: dictionary, replacements, instructions, settings; with a line to try them on. */
import { useSignal } from "@preact/signals";
import { call, downloadAddress } from "../../client/api.ts";
import { words } from "../../messages/words.ts";
import { toast, toastFault } from "../../parts/acts.tsx";
import { Button, Menu } from "../../parts/button.tsx";
import { Loaded, Page } from "../../parts/page.tsx";
import { useCall } from "../../state/resource.ts";
import { setting } from "../../state/signals.ts";
import { type ApplyOperations, type Operation, TABLES } from "./customizations.ts";
import { Dictionary } from "./dictionary.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { Instructions } from "./instructions.tsx";
import { Replacements } from "./replacements.tsx";
import { DictationSettings } from "./settings.tsx";
import { Suggestions } from "./suggestions.tsx";
import { Templates } from "./templates.tsx";
import { TryOut } from "./try-out.tsx";

export default function Words() {
  const stored = useCall("GET /v1/customizations", {}, ["customizations"]);
  const draft = useSignal<string | null>(null);
  const isImporting = useSignal(false);
  const apply: ApplyOperations = async (...operations) => {
    stored.data.value = await call("PATCH /v1/customizations", { body: { operations } });
  };
  /** @param back takes it back. */
  const removed = async (what: string, operation: Operation, back: Operation) => {
    try {
      await apply(operation);
      toast(words.removed(what), () => apply(back));
    } catch (error) {
      toastFault(error);
      await stored.reload();
    }
  };
  return (
    <Page
      bare
      title={words.title}
      lead={words.lead}
      actions={<Transfer onImport={setting(isImporting, true)} />}
    >
      <Loaded of={stored}>
        {({ dictionary, replacements, custom_instructions: instructions, revision }) => (
          <div class="columns">
            <div class="stack wide">
              <Suggestions revision={revision} onChange={apply} />
              <Dictionary dictionary={dictionary} onChange={apply} onRemove={removed} />
              <Replacements replacements={replacements} onChange={apply} onRemove={removed} />
              <Instructions
                instructions={instructions}
                draft={draft}
                onSaved={(now) => (stored.data.value = now)}
              />
              <Templates />
              <DictationSettings />
            </div>
            <aside class="stack">
              <TryOut revision={revision} draft={draft.value} />
            </aside>
          </div>
        )}
      </Loaded>
      {isImporting.value && (
        <ImportDialog
          onClose={() => {
            isImporting.value = false;
            void stored.reload();
          }}
        />
      )}
    </Page>
  );
}

function Transfer({ onImport }: { onImport: () => void }) {
  return (
    <div class="row menu-holder">
      <Button look="small" icon="upload" text={words.import} onClick={onImport} />
      <Menu class="button small" icon="download" text={words.export}>
        {TABLES.map((table) => (
          <a
            key={table}
            href={downloadAddress("/v1/customizations/table", {}, { table })}
            download={`${table}.csv`}
            // Not a page of the app.
            target="_self"
          >
            {words.tables[table]}
          </a>
        ))}
      </Menu>
    </div>
  );
}
