import type { ComponentChildren } from "preact";

export interface ChoiceProps<Value extends string> {
  /** For readers. */
  label: string;
  /** The option that chooses nothing. */
  all?: string;
  options?: readonly (readonly [value: Value, text: string])[];
  value: Value;
  disabled?: boolean;
  onChange: (value: Value) => unknown;
  /** Further options, in groups. */
  children?: ComponentChildren;
}

/** A small list to choose from, such as a filter beside others. */
export function Choice<Value extends string>({
  label,
  all,
  options = [],
  value,
  ...rest
}: ChoiceProps<Value>) {
  const { disabled = false, onChange, children } = rest;
  return (
    <select
      class="select small auto"
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ currentTarget }) => void onChange(currentTarget.value as Value)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
      {children}
    </select>
  );
}

/** Words by value, as options. */
export function optionsOf<Value extends string>(words: Readonly<Record<Value, string>>): [Value, string][] {
  return Object.entries(words) as [Value, string][];
}
