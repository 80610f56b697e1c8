/** Handlers that only set a signal. */
import type { Signal } from "@preact/signals";

/** `onClick={setting(isOpen, true)}` */
export function setting<Value>(target: Signal<Value>, value: NoInfer<Value>): () => void {
  return () => {
    target.value = value;
  };
}

/** `onChange={into(chosen)}`: the signal takes what the handler is given. */
export function into<Value>(target: Signal<Value>): (value: Value) => void {
  return (value) => {
    target.value = value;
  };
}

/** `onInput={fieldInto(typed)}`: the signal takes what the field holds. */
export function fieldInto(target: Signal<string> | Signal<string | null>) {
  return ({ currentTarget }: { currentTarget: { value: string } }) => {
    target.value = currentTarget.value;
  };
}
