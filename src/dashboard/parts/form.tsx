/** Forms: one place for sending, waiting and faults, with every fault at its field. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext, useId, useRef } from "preact/hooks";
import { type ApiFault, asFault, type FaultIssue } from "../client/fault.ts";
import { issueText } from "../messages/faults.ts";
import { frame } from "../messages/frame.ts";
import { CancelButton, Dialog } from "./acts.tsx";
import { FaultBanner } from "./fault.tsx";
import { useUnsaved } from "./unsaved.ts";

const Issues = createContext<readonly FaultIssue[]>([]);

export interface FormProps {
  /** Gets what the fields hold; rejects with the API's fault. */
  onSubmit: (fields: FormData) => Promise<unknown>;
  /** Of the button. */
  submit: string;
  /** Beside the button. */
  others?: ComponentChildren;
  children: ComponentChildren;
}

export function Form({ onSubmit, submit, others, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useSignal(false);
  const fault = useSignal<ApiFault | null>(null);
  const isTyped = useRef(false);
  useUnsaved(() => isTyped.current);
  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.value || form.current === null) return;
    isBusy.value = true;
    try {
      await onSubmit(new FormData(form.current));
      isTyped.current = false;
      fault.value = null;
    } catch (error) {
      fault.value = asFault(error);
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
    } finally {
      isBusy.value = false;
    }
  };
  const failed = fault.value;
  const issues = failed?.issues.map((issue) => ({ ...issue, message: issueText(failed, issue) })) ?? [];
  return (
    <Issues.Provider value={issues}>
      <form
        class="stack"
        ref={form}
        onSubmit={send}
        onInput={() => {
          isTyped.current = true;
        }}
        noValidate
      >
        {fault.value &&
          (issues.length === 0 ? <FaultBanner fault={fault.value} /> : <Summary issues={issues} />)}
        {children}
        <div class="row">
          <button type="submit" class="button primary" disabled={isBusy.value} aria-busy={isBusy.value}>
            {submit}
          </button>
          {others}
        </div>
      </form>
    </Issues.Provider>
  );
}

interface FormDialogProps extends Omit<FormProps, "others"> {
  title: string;
  onClose: () => void;
}

/** A dialog that is a form, with a button that closes it beside the one that sends it. */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form {...form} others={<CancelButton onClick={onClose} />} />
    </Dialog>
  );
}

/** Says what no field of the form can say. */
function Summary({ issues }: { issues: readonly FaultIssue[] }) {
  return (
    <div class="banner wait" role="alert">
      <span />
      <p>
        {frame.checkFields(issues.length)}{" "}
        {issues.map(({ param, message }) => `${param}: ${message}`).join("; ")}
      </p>
    </div>
  );
}

export interface FieldProps {
  /** As the API calls it, so that its fault is shown here. */
  name: string;
  label: string;
  hint?: string;
}

/** @returns what ties a control to its label, hint and fault. */
function useField({ name, hint }: FieldProps) {
  const id = useId();
  const issue = useContext(Issues).find(({ param }) => param === name || param.startsWith(`${name}.`));
  const described = [hint && `${id}-hint`, issue && `${id}-fault`].filter(Boolean).join(" ");
  const control = {
    id,
    name,
    ...(described && { "aria-describedby": described }),
    ...(issue && { "aria-invalid": true as const }),
  };
  return { id, control, fault: issue?.message ?? null };
}

export interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "password" | "search" | "number" | "date";
  value?: string;
  required?: boolean;
  autocomplete?: string;
  maxLength?: number;
  onInput?: (value: string) => void;
}

export function TextField({ type = "text", value, onInput, hint, label, name, ...rest }: TextFieldProps) {
  return (
    <Field name={name} label={label} {...(hint && { hint })}>
      {(control) => (
        <input
          class="input"
          // The types distinguish more kinds of fields than matter here.
          type={type as "text"}
          {...control}
          {...rest}
          {...shown(value, onInput)}
        />
      )}
    </Field>
  );
}

export interface AreaFieldProps extends FieldProps {
  value?: string;
  rows?: number;
  maxLength?: number;
  onInput?: (value: string) => void;
}

/** Text of several lines. */
export function AreaField({ value, rows = 3, maxLength, onInput, ...field }: AreaFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          class="area"
          rows={rows}
          {...control}
          {...(maxLength !== undefined && { maxLength })}
          {...shown(value, onInput)}
        />
      )}
    </Field>
  );
}

export interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  value?: string;
  onChange?: (value: string) => void;
}

export function SelectField({ options, value, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <select
          class="select"
          {...control}
          {...(onChange && { value, onChange: (event) => onChange(event.currentTarget.value) })}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TableFileFieldProps extends Omit<FieldProps, "name"> {
  onChoose: (file: File | null) => void;
}

/** A file with a table, as programs for tables save it. */
export function TableFileField({ onChoose, ...field }: TableFileFieldProps) {
  return (
    <Field name="file" {...field}>
      {(control) => (
        <input
          class="input"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          {...control}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

/**
 * A field that nobody listens to holds its own text, and begins with `value`: drawn again with a fault, it keeps what was
 * typed. Any other field holds what `value` says.
 */
function shown(value: string | undefined, onInput: ((value: string) => void) | undefined) {
  if (onInput === undefined) return value === undefined ? {} : { defaultValue: value };
  return {
    ...(value !== undefined && { value }),
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
}

/** A control with its label above it, its hint, and its fault. */
function Field({
  children,
  ...field
}: FieldProps & { children: (control: ReturnType<typeof useField>["control"]) => ComponentChildren }) {
  const { id, control, fault } = useField(field);
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {field.hint && (
        <p class="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {children(control)}
      <Fault id={id} text={fault} />
    </div>
  );
}

export interface CheckProps extends FieldProps {
  checked?: boolean;
  /** If nobody listens: its value before it is touched. */
  begins?: boolean;
  onChange?: (checked: boolean) => void;
}

/** On or off, at once or with the form. */
export function Switch({ label, name, hint, checked, begins, onChange }: CheckProps) {
  const { control } = useField({ name, label, ...(hint && { hint }) });
  return (
    <label class="switch">
      <span>
        {label}
        {hint && (
          <span class="quiet small" id={`${control.id}-hint`}>
            <br />
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        {...control}
        {...(checked !== undefined && { checked })}
        {...(begins !== undefined && { defaultChecked: begins })}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
    </label>
  );
}

export function Check({ label, name, hint, checked, onChange }: CheckProps) {
  const { control } = useField({ name, label, ...(hint && { hint }) });
  return (
    <label class="check">
      <input
        type="checkbox"
        {...control}
        {...(checked !== undefined && { checked })}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <span>{label}</span>
      {hint && (
        <span class="hint" id={`${control.id}-hint`}>
          {hint}
        </span>
      )}
    </label>
  );
}

function Fault({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p class="fault" id={`${id}-fault`}>
      {text}
    </p>
  );
}
