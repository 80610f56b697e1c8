import { type Signal, useSignal } from "@preact/signals";
import { type ApiFault, asFault } from "../client/fault.ts";

interface Attempt {
  isBusy: Signal<boolean>;
  /** Of the last try; null if it did not fail. */
  fault: Signal<ApiFault | null>;
  attempt(work: () => Promise<void>): Promise<void>;
}

/** Work that a person waits for, and whose failure stays in sight. */
export function useAttempt(): Attempt {
  const isBusy = useSignal(false);
  const fault = useSignal<ApiFault | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    isBusy.value = true;
    fault.value = null;
    try {
      await work();
    } catch (error) {
      fault.value = asFault(error);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy, fault, attempt };
}
