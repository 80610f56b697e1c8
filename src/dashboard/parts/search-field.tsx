/** A field that searches a moment after the last key. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fieldInto } from "../state/signals.ts";
import { Icon } from "./button.tsx";

const TYPING_MS = 250;

export interface SearchFieldProps {
  label: string;
  maxLength: number;
  /** The current query. */
  query: string;
  onSearch: (query: string) => void;
  small?: boolean;
}

export function SearchField({ label, maxLength, query, onSearch, small = false }: SearchFieldProps) {
  const typed = useSignal(query);
  useEffect(() => {
    // Cleared elsewhere.
    if (query === "") typed.value = "";
  }, [query]);
  useEffect(() => {
    if (typed.value.trim() === query) return;
    const timer = setTimeout(() => onSearch(typed.value.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <search class="search">
      <Icon name="search" />
      <input
        class={small ? "input small" : "input"}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={typed.value}
        onInput={fieldInto(typed)}
      />
    </search>
  );
}
