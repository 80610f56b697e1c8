/** Dialogs that open from everywhere, each loaded when it is first wanted. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { commands as words } from "../messages/commands.ts";
import { Button, Icon } from "../parts/button.tsx";
import { failure, type KnownPage } from "../parts/page-definition.ts";
import { setting } from "../state/signals.ts";
import { isDropping, useDroppedRecordings } from "./dropped-recordings.ts";
import { type OpenedDialog, opened, useCommandKeys } from "./opened.ts";

type OpenedProps = { pages: readonly KnownPage[] };

const LOADS: Record<OpenedDialog, () => Promise<{ default: ComponentType<OpenedProps> }>> = {
  palette: () => import("./palette.tsx"),
  shortcuts: () => import("./shortcuts.tsx"),
};

export function Commands({ pages }: OpenedProps) {
  useCommandKeys();
  useDroppedRecordings();
  const loaded = useSignal<Partial<Record<OpenedDialog, ComponentType<OpenedProps>>>>({});
  const name = opened.value;
  useEffect(() => {
    if (name === null || loaded.peek()[name] !== undefined) return;
    LOADS[name]().then(
      ({ default: component }) => {
        loaded.value = { ...loaded.value, [name]: component };
      },
      (error: Error) => {
        opened.value = null;
        failure.value = error;
      },
    );
  }, [name]);
  const Opened = name === null ? undefined : loaded.value[name];
  return (
    <>
      {Opened && <Opened pages={pages} />}
      {isDropping.value && (
        <div class="drop-sign" role="status">
          <Icon name="upload" large />
          {words.drop}
        </div>
      )}
    </>
  );
}

/** Where the one field for everything is found without knowing its keys. */
export function SearchButton({ short = false }: { short?: boolean }) {
  const open = setting(opened, "palette");
  if (short) return <Button look="plain icon-only" icon="search" label={words.open} onClick={open} />;
  return (
    <button type="button" class="search-button" aria-keyshortcuts="Control+K" onClick={open}>
      <Icon name="search" />
      {words.open}
      <span class="key-cap" aria-hidden="true">
        {words.control} K
      </span>
    </button>
  );
}
