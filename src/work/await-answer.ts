import type { Answer } from "./request.ts";

export interface Patience {
  /** Aborted when the caller hangs up. */
  caller: AbortSignal;
  deadlineMs: number;
  onHangUp: () => void;
  /** The result that ends the wait, or null if the answer is as good as there. */
  onDeadline: () => unknown | Promise<unknown>;
}

/** Waits for work that may outlive this call. Rejects with the work's failure, or with what ended the wait. */
export async function awaitAnswer(outcome: Promise<Answer>, patience: Patience): Promise<Answer> {
  const { caller, deadlineMs } = patience;
  const early = Promise.withResolvers<never>();
  const onHangUp = () => {
    patience.onHangUp();
    early.reject(caller.reason);
  };
  const onDeadline = async () => {
    const reason = await patience.onDeadline();
    if (reason !== null) early.reject(reason);
  };
  const timer = setTimeout(onDeadline, deadlineMs);
  if (caller.aborted) onHangUp();
  else caller.addEventListener("abort", onHangUp, { once: true });
  try {
    return await Promise.race([early.promise, outcome]);
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", onHangUp);
  }
}
