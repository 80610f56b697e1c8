/** What a person taught tiro: dictionary, replacements, instructions, settings; with a line to try them on. */
import { useSignal } from "@preact/signals";
import { call } from "../../client/api.ts";
import { words as messages } from "../../messages/words.ts";
import { Icon } from "../../parts/drawing.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Menu } from "../../parts/menu.tsx";
import { Page } from "../../parts/page.tsx";
import { toast, toastFault } from "../../parts/toasts.tsx";
import { useResource } from "../../state/resource.ts";
import { type Customizations, change, type Operation } from "./change.ts";
import { Dictionary } from "./dictionary.tsx";
import { exportDictionary, exportReplacements } from "./export.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { Instructions } from "./instructions.tsx";
import { Replacements } from "./replacements.tsx";
import { DictationSettings } from "./settings.tsx";
import { TryOut } from "./try-out.tsx";

/** Applies a list and draws what came of it. */
export type Change = (...operations: Operation[]) => Promise<void>;

export default function Words() {
  const words = messages();
  const stored = useResource((signal) => call("GET /v1/customizations", { signal }), [], ["customizations"]);
  const draft = useSignal<string | null>(null);
  const isImporting = useSignal(false);
  const apply: Change = async (...operations) => {
    stored.data.value = await change(operations);
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
  const current = stored.data.value;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        current && (
          <Transfer
            current={current}
            onImport={() => {
              isImporting.value = true;
            }}
          />
        )
      }
    >
      <Loaded of={stored}>
        {({ dictionary, replacements, custom_instructions: instructions, revision }) => (
          <div class="columns">
            <div class="stack wide">
              <Dictionary dictionary={dictionary} onChange={apply} onRemove={removed} />
              <Replacements replacements={replacements} onChange={apply} onRemove={removed} />
              <Instructions
                instructions={instructions}
                draft={draft}
                onSaved={(now) => (stored.data.value = now)}
              />
              <DictationSettings />
            </div>
            <aside class="stack">
              <TryOut revision={revision} draft={draft.value} />
            </aside>
          </div>
        )}
      </Loaded>
      {isImporting.value && current && (
        <ImportDialog
          current={current}
          onClose={() => {
            isImporting.value = false;
            void stored.reload();
          }}
        />
      )}
    </Page>
  );
}

function Transfer({ current, onImport }: { current: Customizations; onImport: () => void }) {
  const words = messages();
  return (
    <div class="row menu-holder">
      <button type="button" class="button small" onClick={onImport}>
        <Icon name="upload" />
        {words.import}
      </button>
      <Menu
        class="button small"
        button={
          <>
            <Icon name="download" />
            {words.export}
          </>
        }
      >
        <button type="button" onClick={() => exportDictionary(current.dictionary)}>
          {words.dictionaryCsv}
        </button>
        <button type="button" onClick={() => exportReplacements(current.replacements)}>
          {words.replacementsCsv}
        </button>
      </Menu>
    </div>
  );
}
