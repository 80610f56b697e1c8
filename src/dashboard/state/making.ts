import { type Signal, useSignal } from "@preact/signals";
import { setting } from "./signals.ts";

interface Making<Made> {
  isAsking: boolean;
  ask: () => void;
  /** Of the dialog that asks. */
  answers: { onMade: (made: Made) => void; onClose: () => void };
  /** The last one; null once it is put away. */
  made: Signal<Made | null>;
  onStored: () => void;
}

/** A dialog in which something is made that is shown once, until it is put away. @param after it is made. */
export function useMaking<Made>(after: () => unknown): Making<Made> {
  const isAsking = useSignal(false);
  const made = useSignal<Made | null>(null);
  const onMade = (now: Made) => {
    made.value = now;
    isAsking.value = false;
    void after();
  };
  return {
    isAsking: isAsking.value,
    ask: setting(isAsking, true),
    answers: { onMade, onClose: setting(isAsking, false) },
    made,
    onStored: setting(made, null),
  };
}
