import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { words } from "../../messages/words.ts";
import { orToast } from "../../parts/acts.tsx";
import { announce } from "../../parts/announcer.tsx";
import { Button, Icon } from "../../parts/button.tsx";
import { type Columns, Table } from "../../parts/table.tsx";
import { useUnsaved } from "../../parts/unsaved.ts";
import { number } from "../../state/format.ts";
import type { ApplyOperations, TableProps } from "./customizations.ts";

/** Thousands of rows at once would make the page slow; the search looks through all. */
const STEP = 100;
/** Fewer are seen at a glance. */
const SEARCHED_FROM = 12;

export function Dictionary({
  dictionary,
  onChange,
  onRemove,
}: TableProps & { dictionary: readonly string[] }) {
  const wanted = useSignal("");
  const shown = useSignal(STEP);
  const text = wanted.value.trim().toLocaleLowerCase();
  // The newest words come first.
  const found = dictionary.filter((word) => word.toLocaleLowerCase().includes(text)).toReversed();
  const remove = (word: string) =>
    onRemove(word, { type: "dictionary_remove", word }, { type: "dictionary_add", word });
  const columns: Columns<string> = [
    { head: words.word, cell: (word) => word },
    {
      head: words.acts,
      kind: "acts",
      cell: (word) => <RemoveButton what={word} onRemove={() => remove(word)} />,
    },
  ];
  const rows = found.slice(0, shown.value);
  return (
    <section class="stack tight" aria-labelledby="dictionary">
      <h2 id="dictionary">{words.dictionary}</h2>
      <NewWord dictionary={dictionary} onChange={onChange} />
      {dictionary.length >= SEARCHED_FROM && (
        <label class="search">
          <Icon name="search" />
          <input
            class="input"
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            value={wanted.value}
            onInput={({ currentTarget }) => {
              wanted.value = currentTarget.value;
              shown.value = STEP;
            }}
          />
        </label>
      )}
      {dictionary.length === 0 ? (
        <p class="second">{words.noWords}</p>
      ) : found.length === 0 ? (
        <p class="second" role="status">
          {words.notFound(wanted.value.trim())}
        </p>
      ) : (
        <Table caption={words.dictionary} columns={columns} rows={rows} keyOf={(word) => word} />
      )}
      {dictionary.length > 0 && (
        <p class="row quiet small">
          {words.shown(number(rows.length), number(dictionary.length))}
          {found.length > rows.length && (
            <Button
              look="small"
              text={words.showMore}
              onClick={() => {
                shown.value += STEP;
              }}
            />
          )}
        </p>
      )}
    </section>
  );
}

function NewWord({ dictionary, onChange }: { dictionary: readonly string[]; onChange: ApplyOperations }) {
  const field = useRef<HTMLInputElement>(null);
  useUnsaved(() => Boolean(field.current?.value.trim()));
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const word = field.current?.value.trim() ?? "";
    if (word === "") return;
    await orToast(async () => {
      const isKnown = dictionary.includes(word);
      if (!isKnown) await onChange({ type: "dictionary_add", word });
      announce(isKnown ? words.known(word) : words.added(word));
      if (field.current) field.current.value = "";
    });
    field.current?.focus();
  };
  return (
    <form class="entry" onSubmit={add}>
      <input
        class="input"
        ref={field}
        aria-label={words.addWord}
        placeholder={words.addWord}
        autocomplete="off"
      />
      <button type="submit" class="button primary">
        {words.addAct}
      </button>
    </form>
  );
}

export function RemoveButton({ what, onRemove }: { what: string; onRemove: () => unknown }) {
  return <Button look="small icon-only plain" icon="close" label={words.remove(what)} onClick={onRemove} />;
}
