/** One choice by which a list is narrowed, or all. */
interface FilterSelectProps<Value extends string> {
  label: string;
  /** The choice of all. */
  all: string;
  /** By value, in the order in which they are offered. */
  options: readonly (readonly [Value, string])[];
  value: Value | "";
  onChange: (value: Value | "") => void;
}

export function FilterSelect<Value extends string>({
  label,
  all,
  options,
  value,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <select
      class="select small auto"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value | "")}
    >
      <option value="">{all}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Words by value, as options. */
export function optionsOf<Value extends string>(words: Readonly<Record<Value, string>>): [Value, string][] {
  return Object.entries(words) as [Value, string][];
}
