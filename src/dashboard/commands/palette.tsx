/** One field for everything: dictations, recordings, pages, commands. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import { requestLimits } from "../../config/limits/requests.ts";
import { commands as words } from "../messages/commands.ts";
import { Dialog } from "../parts/acts.tsx";
import { announce } from "../parts/announcer.tsx";
import { Icon } from "../parts/button.tsx";
import { FaultBanner } from "../parts/fault.tsx";
import type { KnownPage } from "../parts/page-definition.ts";
import { useLeaving } from "../parts/unsaved.ts";
import { useResource } from "../state/resource.ts";
import { setting } from "../state/signals.ts";
import {
  actEntries,
  type Entry,
  type EntryGroup,
  findDictations,
  findRecordings,
  matching,
  newestJobs,
  pageEntries,
  templateEntries,
} from "./entries.ts";
import { opened } from "./opened.ts";

const TYPING_MS = 150;
const SHOWN_JOBS = 6;
const GROUPS: readonly EntryGroup[] = ["pages", "acts", "templates", "dictations", "recordings"];

/** Entries for the words typed so far. Pages and commands come at once, the others follow. */
function useEntries(pages: readonly KnownPage[], typed: string) {
  const sought = useSignal("");
  useEffect(() => {
    const timer = setTimeout(() => {
      sought.value = typed.trim();
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const dictations = useResource((signal) => findDictations(sought.value, signal), [sought.value]);
  const recordings = useResource((signal) => findRecordings(sought.value, signal), [sought.value]);
  const jobs = useResource(newestJobs);
  const templates = useResource(templateEntries);
  const query = typed.trim();
  const named = recordings.data.value ?? [];
  // Each recording was a job, too, whose title is its time.
  const unnamed = query === "" || named.length > 0 ? [] : matching(jobs.data.value ?? [], query);
  const entries = [
    ...matching([...pageEntries(pages), ...actEntries()], query),
    ...matching(templates.data.value ?? [], query),
    ...(dictations.data.value ?? []),
    ...named,
    ...unnamed.slice(0, SHOWN_JOBS),
  ];
  const isSearching =
    query !== sought.value || [dictations, recordings, jobs].some(({ loading }) => loading.value);
  return { query, entries, isSearching, sources: [dictations, recordings, jobs, templates] };
}

export default function Palette({ pages }: { pages: readonly KnownPage[] }) {
  const leaveFor = useLeaving();
  const typed = useSignal("");
  const chosen = useSignal(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { query, entries, isSearching, sources } = useEntries(pages, typed.value);
  const index = Math.min(chosen.value, entries.length - 1);
  const { title, placeholder, searching, nothing, found, keysHint } = words;
  useEffect(() => {
    if (!isSearching && query !== "") announce(entries.length === 0 ? nothing(query) : found(entries.length));
  }, [isSearching, query]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: "nearest" });
  }, [index]);

  const close = setting(opened, null);
  const run = ({ act, opens }: Entry) => {
    close();
    if (typeof act === "string") void leaveFor(act);
    else act();
    if (opens !== undefined && location.pathname !== opens) void leaveFor(opens);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[index];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      chosen.value = entries.length === 0 ? 0 : (index + step + entries.length) % entries.length;
    } else if (event.key === "Enter" && !event.isComposing && entry !== undefined) {
      event.preventDefault();
      run(entry);
    }
  };
  return (
    <Dialog title={title} onClose={close}>
      <div class="search">
        <Icon name="search" />
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label={title}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(entries.length > 0 && { "aria-activedescendant": `${id}-${index}` })}
          placeholder={placeholder}
          maxLength={requestLimits.searchQueryChars}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            chosen.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {sources.map(
        ({ fault, reload }, at) =>
          fault.value && <FaultBanner key={at} fault={fault.value} onRetry={() => void reload()} />,
      )}
      <div class="palette" id={`${id}-list`} role="listbox" aria-label={title} ref={list}>
        {GROUPS.map((group) => (
          <PaletteGroup key={group} {...{ group, entries, index, id, run }} />
        ))}
      </div>
      <p class="quiet small">
        {isSearching && query !== "" ? searching : entries.length === 0 ? nothing(query) : keysHint}
      </p>
    </Dialog>
  );
}

interface PaletteGroupProps {
  group: EntryGroup;
  entries: readonly Entry[];
  /** Of the chosen one. */
  index: number;
  id: string;
  run: (entry: Entry) => void;
}

function PaletteGroup({ group, entries, index, id, run }: PaletteGroupProps) {
  const own = entries.map((entry, at) => ({ entry, at })).filter(({ entry }) => entry.group === group);
  if (own.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list box.
    <div role="group" aria-label={words.groups[group]}>
      <p class="palette-group" aria-hidden="true">
        {words.groups[group]}
      </p>
      {own.map(({ entry, at }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus hears the keys.
        <div
          key={`${entry.title} ${entry.note}`}
          id={`${id}-${at}`}
          class="palette-entry"
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          onClick={() => run(entry)}
        >
          <Icon name={entry.icon} />
          <span class="cut">{entry.title}</span>
          {entry.note && <span class="hint">{entry.note}</span>}
        </div>
      ))}
    </div>
  );
}
